import { expect, it } from 'vitest'
import { Screen } from '../../../../src-main/core/screens/screen'
import { Eyes } from '../../../../src-main/core/flows/on-phone/eyes'
import { LookFailed } from '../../../../src-main/core/pictures/looks'
import { createFakeClock } from '../../time/fake-clock'
import { picturesReading } from '../../pictures/pictures-here'
import { step } from '../reading/read'

it('says what it saw without the letters that drawings are read as', async () => {
  const clock = createFakeClock()
  const screen = new Screen(clock)
  screen.push({ jpeg: Buffer.from('a'), size: { width: 10, height: 20 } })
  const lines = ['Notes', '|', 'o Q', '9:41', 'क्षण', 'é']
  const box = { left: 0, top: 0, width: 5, height: 5 }
  const pictures = picturesReading(() =>
    Promise.resolve(lines.map((text) => ({ text, words: [], ...box }))),
  ).of('dev_1')
  const eyes = new Eyes({ clock, screen, pictures, stop: new AbortController().signal })
  await eyes.until(eyes.soughtText('Notes'), 0)
  expect(eyes.seen).toBe('Notes · 9:41 · क्षण')
})

it('refuses a filled pattern that can’t be read: it is never a plain text', async () => {
  const clock = createFakeClock()
  const pictures = picturesReading(() => Promise.resolve([])).of('dev_1')
  const eyes = new Eyes({ clock, screen: new Screen(clock), pictures, stop: new AbortController().signal })
  const { selector } = step('assertNotVisible', '- assertNotVisible: ${output.price}')
  const names = { env: {}, output: new Map([['price', '(?=Notes)']]), fleetwall: {} }
  await expect(eyes.sought(selector, names)).rejects.toThrow('a pattern can’t have a lookahead')
})

it('looks over a frame that can’t be read when it decides what is visible', async () => {
  const clock = createFakeClock()
  const screen = new Screen(clock)
  const size = { width: 10, height: 20 }
  const box = { left: 0, top: 0, width: 5, height: 5 }
  const pictures = picturesReading((jpeg) =>
    jpeg.toString() === 'noise'
      ? Promise.reject(new LookFailed('noise'))
      : Promise.resolve([{ text: jpeg.toString(), words: [], ...box }]),
  ).of('dev_1')
  const eyes = new Eyes({ clock, screen, pictures, stop: new AbortController().signal })
  const after = async (ms: number) => {
    await new Promise(setImmediate)
    clock.advance(ms)
    await new Promise(setImmediate)
  }
  for (const [text, expected] of [
    ['Notes', true],
    ['Mail', false],
  ] as const) {
    screen.push({ jpeg: Buffer.from('noise'), size })
    const visible = eyes.isVisible(eyes.soughtText('Notes'))
    await after(600)
    screen.push({ jpeg: Buffer.from(text), size })
    await after(0)
    expect(await visible).toBe(expected)
  }
  screen.push({ jpeg: Buffer.from('noise'), size })
  const never = expect(eyes.isVisible(eyes.soughtText('Notes'))).rejects.toThrow('noise')
  await after(600)
  await after(7000)
  await never
})
