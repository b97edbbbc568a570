import { picturesReading } from '../../pictures/pictures-here'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { beforeEach, describe, expect, it } from 'vitest'
import vocabulary from '../../../../resources/vocabulary.json'
import { createInputRecorder, type InputRecorder } from '../../../../src-main/core/flows/record/record-input'
import { countInputs, longestText, stepsOf } from '../../../../src-main/core/flows/language/recorded-input'
import { sayStep } from '../../../../src-main/core/flows/language/recorded-command'
import { writeFlow } from '../../../../src-main/core/flows/language/write-flow'
import { read } from '../reading/read'
import type { RecognizedLine } from '../../../../src-main/core/pictures/looks'
import { createFakeClock, type FakeClock } from '../../time/fake-clock'

const space = { width: 200, height: 400 }
const line = (text: string, left: number, top: number, confidence = 95): RecognizedLine => {
  const box = { left, top, width: 60, height: 20 }
  return { text, ...box, words: [{ text, ...box, confidence }] }
}

describe('recorded input', () => {
  let clock: FakeClock
  let recorder: InputRecorder
  let lines: RecognizedLine[]
  let press: number
  let picture: Buffer
  let reads: number

  beforeEach(() => {
    clock = createFakeClock()
    press = 0
    reads = 0
    picture = Buffer.from('jpeg')
    lines = [line('Notes', 20, 100), line('Files', 100, 100), line('Notes', 20, 200), line('%§', 20, 300, 12)]
    recorder = createInputRecorder({
      clock,
      words: vocabulary,
      pictures: picturesReading(() => Promise.resolve(lines)).of('dev_1'),
      frame: () => picture,
      cutouts: 'cutouts/test',
      onRead: () => (reads += 1),
    })
  })
  const touch = (x: number, y: number, holdMs = 50, toX = x, toY = y) => {
    press += 1
    recorder.gesture({ kind: 'pointer', press, phase: 'down', x, y, space })
    clock.advance(holdMs)
    recorder.gesture({ kind: 'pointer', press, phase: 'up', x: toX, y: toY, space })
  }
  const flow = async () => writeFlow('Test', (await recorder.finish()).inputs).split('---\n')[1]
  const kinds = async () => (await recorder.finish()).inputs.map(({ kind }) => kind)

  it('taps on the text at or just below the finger, with its number among equals', async () => {
    touch(40, 210)
    clock.advance(600)
    touch(120, 90)
    expect(await flow()).toBe('- tapOn:\n    text: Notes\n    index: 1\n- tapOn: Files\n')
  })

  it('taps on the short name below an icon, and on none that is aside or long', async () => {
    touch(45, 40)
    clock.advance(600)
    touch(190, 40)
    lines = [{ ...line('A long sentence below', 0, 100), width: 190 }]
    clock.advance(600)
    touch(95, 40)
    expect(await flow()).toBe(
      '- tapOn: Notes\n- tapOn:\n    point: 95%,10%\n- tapOn:\n    point: 47.5%,10%\n',
    )
  })

  it('takes two letters over a name for a drawing, and not those in a row', async () => {
    const names = [line('Settings', 20, 100), line('Files', 120, 100)]
    lines = [{ ...line('it', 40, 60), width: 12 }, ...names]
    touch(45, 66)
    clock.advance(600)
    await Promise.resolve()
    lines = [line('EU', 20, 60), line('US', 120, 60), ...names]
    touch(45, 66)
    expect(await flow()).toBe('- tapOn:\n    point: 22.5%,16.5%\n- tapOn: EU\n')
  })

  it('taps on a point where nothing readable is near', async () => {
    touch(100, 380)
    clock.advance(600)
    touch(30, 310)
    expect(await flow()).toBe('- tapOn:\n    point: 50%,95%\n- tapOn:\n    point: 15%,77.5%\n')
  })

  it('takes a single letter or sign for a drawing', async () => {
    lines = [line('F', 20, 100), line('@', 100, 100)]
    touch(40, 110)
    clock.advance(600)
    touch(120, 110)
    expect(await flow()).toBe('- tapOn:\n    point: 20%,27.5%\n- tapOn:\n    point: 60%,27.5%\n')
  })

  it('keeps a cut-out of what was under a finger where no text is', async () => {
    picture = await createCanvas(space.width, space.height).encode('png')
    touch(100, 380)
    clock.advance(600)
    touch(40, 110)
    clock.advance(600)
    touch(100, 380, 250, 100, 100)
    const { inputs, cutouts } = await recorder.finish()
    expect(cutouts.map(({ path }) => path)).toEqual(['cutouts/test/1.png'])
    const { width, height } = await loadImage(cutouts[0]?.png ?? Buffer.alloc(0))
    expect([width, height]).toEqual([32, 32])
    expect(writeFlow('Test', inputs)).toContain(
      '# What was there: cutouts/test/1.png\n- tapOn:\n    point: 50%,95%',
    )
  })

  it('draws a line again, through the points that make it', async () => {
    const at = (phase: 'down' | 'move' | 'up', x: number, y: number) =>
      recorder.gesture({ kind: 'pointer', press: 9, phase, x, y, space })
    at('down', 20, 350)
    for (let x = 30; x <= 180; x += 10) at('move', x, 350)
    for (let y = 340; y >= 250; y -= 10) at('move', 180, y)
    at('up', 20, 250)
    expect(await flow()).toBe('- path: [ "10%,87.5%", "90%,87.5%", "90%,62.5%", "10%,62.5%" ]\n')
  })

  it('keeps a scribble to the 200 points that an action can have', async () => {
    const wave = (at: number) => ({ x: at % 200, y: 200 + Math.round(150 * Math.sin(at * at)) })
    recorder.gesture({ kind: 'pointer', press: 9, phase: 'down', ...wave(0), space })
    for (let at = 1; at < 1000; at += 1)
      recorder.gesture({ kind: 'pointer', press: 9, phase: 'move', ...wave(at), space })
    recorder.gesture({ kind: 'pointer', press: 9, phase: 'up', ...wave(1000), space })
    const [line] = (await recorder.finish()).inputs
    if (line?.kind !== 'path') return expect.fail(line?.kind)
    expect(line.points.length).toBeGreaterThan(50)
    expect(line.points.length).toBeLessThanOrEqual(200)
    expect(sayStep(line)).toMatch(/^path: .{190,193}…$/)
  })

  it('drags what was held before the finger went', async () => {
    recorder.gesture({ kind: 'pointer', press: 9, phase: 'down', x: 20, y: 350, space })
    clock.advance(700)
    recorder.gesture({ kind: 'pointer', press: 9, phase: 'move', x: 40, y: 350, space })
    clock.advance(100)
    recorder.gesture({ kind: 'pointer', press: 9, phase: 'up', x: 180, y: 350, space })
    expect(await flow()).toBe('- drag:\n    start: 10%,87.5%\n    end: 90%,87.5%\n    duration: 800\n')
  })

  it('keeps no text that is longer than a step types, only that it was typed', async () => {
    recorder.gesture({ kind: 'text', text: 'x'.repeat(longestText + 1) })
    recorder.action({ type: 'clipboard_set', text: 'x'.repeat(longestText + 1) })
    const { inputs } = await recorder.finish()
    expect(countInputs(stepsOf(inputs))).toEqual({ steps: 0, comments: 2 })
    expect(writeFlow('Test', inputs)).toContain('# A text of 5001 characters was typed')
  })

  it('leaves out the letters that the phone has not typed, and says them', async () => {
    for (const text of ['H', 'م', 'e 👍🏽 y', 'م', 'ا']) recorder.gesture({ kind: 'text', text })
    recorder.untyped(['م', '👍🏽', 'م'])
    recorder.untyped(['ا'])
    expect(countInputs(recorder.steps)).toEqual({ steps: 1, comments: 1 })
    expect(await flow()).toBe('- inputText: He  y\n\n# The phone did not type “م👍🏽ما”.\n')
  })

  it('counts a corrected text and a turn of the wheel as one step each', () => {
    for (const text of 'Hello') recorder.gesture({ kind: 'text', text })
    recorder.gesture({ kind: 'key', key: 'backspace' })
    for (let notch = 0; notch < 3; notch++) recorder.gesture({ kind: 'scroll', x: 1, y: 1, dy: 1, space })
    expect(recorder.steps.length).toBe(2)
  })

  it('says each step as it is made, and takes the last one back', async () => {
    touch(40, 110)
    for (const text of 'Hello') recorder.gesture({ kind: 'text', text })
    expect(recorder.steps.map(sayStep)).toEqual(['tapOn: point: 20%,27.5%', 'inputText: Hello'])
    await expect.poll(() => reads).toBe(1)
    expect(recorder.steps.map(sayStep)).toEqual(['tapOn: Notes', 'inputText: Hello'])
    recorder.undo()
    expect(recorder.steps.map(sayStep)).toEqual(['tapOn: Notes'])
    clock.advance(2000)
    touch(20, 350, 50, 20, 50)
    recorder.undo()
    expect(recorder.steps.map(sayStep)).toEqual(['tapOn: Notes'])
    recorder.gesture({ kind: 'key', key: 'backspace' })
    expect(await flow()).toBe('- tapOn: Notes\n- waitForAnimationToEnd\n- eraseText: 1\n')
    for (let step = 0; step < 5; step++) recorder.undo()
    expect(recorder.steps).toEqual([])
  })

  it('tells long presses, double taps and swipes from taps', async () => {
    touch(120, 110, 700)
    clock.advance(600)
    touch(120, 110)
    clock.advance(100)
    touch(121, 111)
    clock.advance(600)
    touch(100, 300, 250, 100, 100)
    expect(await kinds()).toEqual(['long-press', 'double-tap', 'swipe'])
    touch(120, 110, 1500)
    expect(await flow()).toContain('    text: Files\n    duration: 1500\n')
  })

  it('writes typing as one text, keys and buttons by name, and the wheel as one scroll', async () => {
    for (const text of 'Hello') recorder.gesture({ kind: 'text', text })
    recorder.gesture({ kind: 'key', key: 'enter' })
    for (let notch = 0; notch < 3; notch++) recorder.gesture({ kind: 'scroll', x: 1, y: 1, dy: 1, space })
    recorder.action({ type: 'press', name: 'home' })
    recorder.action({ type: 'open_url', url: 'https://example.com' })
    expect(await flow()).toBe(
      [
        '- inputText: Hello',
        '- pressKey: Enter',
        '- scroll:',
        '    notches: 3',
        '    point: 0.5%,0.3%',
        '- pressKey: home',
        '- openLink: https://example.com',
        '',
      ].join('\n'),
    )
  })

  it('waits for a still screen where the person waited', async () => {
    touch(120, 110)
    clock.advance(2500)
    recorder.gesture({ kind: 'key', key: 'enter' })
    expect(await flow()).toBe('- tapOn: Files\n- waitForAnimationToEnd\n- pressKey: Enter\n')
  })

  it('ends a press that the window releases, and one that is still held', async () => {
    recorder.gesture({ kind: 'pointer', press: 1, phase: 'down', x: 120, y: 110, space })
    recorder.gesture({ kind: 'release', press: 1 })
    clock.advance(600)
    recorder.gesture({ kind: 'pointer', press: 2, phase: 'down', x: 120, y: 110, space })
    expect(await kinds()).toEqual(['tap', 'tap'])
  })

  describe('of an action', () => {
    beforeEach(async () => {
      picture = await createCanvas(space.width, space.height).encode('jpeg')
    })
    const played = async () => {
      const text = writeFlow('Test', (await recorder.finish()).inputs)
      expect(read(text).problems).toEqual([])
      return text.split('---\n')[1]
    }

    it('is played by the tap, swipe or scroll that is the same', async () => {
      recorder.action({ type: 'tap', x: 120, y: 110 })
      recorder.action({ type: 'double_tap', x: 100, y: 380, gap_ms: 220 })
      recorder.action({ type: 'long_press', x: 20, y: 100 }, { width: 100, height: 200 })
      recorder.action({ type: 'swipe', x1: 0, y1: 0, x2: 100, y2: 200 })
      recorder.action({ type: 'scroll', x: 1, y: 1, dy: -2 })
      recorder.action({ type: 'drag', x1: 0, y1: 0, x2: 100, y2: 200, duration_ms: 900 })
      recorder.action({
        type: 'path',
        points: [
          { x: 0, y: 0 },
          { x: 0, y: 200 },
          { x: 100, y: 200 },
        ],
      })
      expect(await played()).toBe(
        [
          '- tapOn: Files',
          ...[
            '# What was there: cutouts/test/2.png',
            '- doubleTapOn:',
            '    point: 50%,95%',
            '    delay: 220',
          ],
          ...['- longPressOn:', '    text: Notes', '    index: 1'],
          ...['- swipe:', '    start: 0%,0%', '    end: 50%,50%', '    duration: 250'],
          ...['- scroll:', '    notches: -2', '    point: 0.5%,0.3%'],
          ...['- drag:', '    start: 0%,0%', '    end: 50%,50%', '    duration: 900'],
          '- path: [ "0%,0%", "0%,50%", "50%,50%" ]',
          '',
        ].join('\n'),
      )
    })

    it('is pressed again by its name, or in words where the vocabulary has none', async () => {
      const press = (modifiers: string[], key: string) => recorder.action({ type: 'press', modifiers, key })
      press(['cmd'], 'v')
      press(['cmd', 'shift'], 'z')
      press(['ctrl'], '+')
      press(['alt'], 'enter')
      press(['cmd'], 'Q')
      recorder.action({ type: 'press', name: 'home' })
      recorder.gesture({ kind: 'key', key: 'home' })
      recorder.action({ type: 'key', key: 'a' })
      recorder.action({ type: 'press', name: 'torch' })
      press(['hyper'], 'a')
      press(['hyper'], 'a')
      expect(countInputs(recorder.steps)).toEqual({ steps: 8, comments: 3 })
      expect(await played()).toBe(
        [
          '- pasteText',
          '- press: Meta+Shift+Z',
          '- press: Control++',
          '- press: Alt+Enter',
          ...['- press:', '    modifiers: [ Meta ]', '    key: Q'],
          '- pressKey: home',
          ...['- press:', '    key: Home'],
          ...['- press:', '    key: a'],
          '',
          '# The button torch was pressed; the vocabulary has no name for it.',
          '# hyper+a was pressed; the vocabulary has no name for it. (2 times)',
          '',
        ].join('\n'),
      )
    })

    it('keeps the line ends of a text', async () => {
      recorder.action({ type: 'text', text: 'two\nlines\n' })
      expect(await played()).toBe('- inputText: |\n    two\n    lines\n')
    })
  })

  it('goes on with points when the text can’t be read', async () => {
    recorder = createInputRecorder({
      clock,
      words: vocabulary,
      pictures: picturesReading(() => Promise.reject(new Error('no recognizer'))).of('dev_1'),
      frame: () => picture,
      cutouts: 'cutouts/test',
      onRead: () => (reads += 1),
    })
    touch(120, 110)
    expect(await flow()).toContain('point:')
  })
})
