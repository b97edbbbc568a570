import { createCanvas } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { registerFonts } from '../../../../../src-simulator/screens/fonts'
import { createScreenReader } from '../../../../../src-main/core/pictures/process/reading/screen-reader'
import { picturesHere } from '../../pictures-here'

describe('reading a screen', () => {
  const pictures = picturesHere().of('dev_1')

  it('finds German and English, dark and light, at their places', async () => {
    registerFonts()
    const canvas = createCanvas(750, 600)
    const context = canvas.getContext('2d')
    const draw = (surface: string, ink: string, text: string, top: number) => {
      context.fillStyle = surface
      context.fillRect(0, top, 750, 150)
      context.fillStyle = ink
      context.font = '400 32px "Phone Inter"'
      context.fillText(text, 60, top + 85)
    }
    draw('white', '#222', 'No connection', 0)
    draw('#1c6ff2', 'white', 'Keine Verbindung möglich', 150)
    draw('#101014', '#999', 'Wählen Sie eine Größe', 300)
    draw('#d8503a', 'white', 'Delete everything', 450)
    const lines = await pictures.readText(canvas.toBuffer('image/jpeg', 80))
    expect(lines.map(({ text }) => text)).toEqual([
      'No connection',
      'Keine Verbindung möglich',
      'Wählen Sie eine Größe',
      'Delete everything',
    ])
    const [no, connection] = lines[0]?.words ?? []
    expect(no?.left).toBeGreaterThan(55)
    expect(no?.left).toBeLessThan(70)
    expect(connection?.left).toBeGreaterThan(105)
    expect(connection?.top).toBeGreaterThan(55)
    expect((connection?.top ?? 0) + (connection?.height ?? 0)).toBeLessThan(95)
  }, 60_000)

  it('rests after each line that it has to read', async () => {
    let rests = 0
    const engine = { readLine: () => [] }
    const pace = { begin: () => undefined, rest: () => Promise.resolve(void (rests += 1)) }
    const read = createScreenReader(engine, pace)
    const screen = { width: 200, height: 200, data: new Uint8Array(200 * 200).fill(255) }
    // Two lines of strokes.
    for (const top of [40, 120])
      for (const left of [40, 60, 80])
        for (let y = top; y < top + 20; y += 1)
          screen.data.fill(0, y * 200 + left, y * 200 + left + 6 + (top > 100 ? y % 4 : 0))
    await read(screen)
    expect(rests).toBe(2)
    await read(screen)
    expect(rests).toBe(2)
  })

  it('answers a picture that is none with an error', async () => {
    await expect(pictures.readText(Buffer.from('none'))).rejects.toThrow()
  })
})
