import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { beforeAll, describe, expect, it } from 'vitest'
import { findLines } from '../../../../../src-main/core/pictures/process/reading/find-lines'
import { grayOf, halved } from '../../../../../src-main/core/pictures/process/gray'
import { surfaceOf } from '../../../../../src-main/core/pictures/process/reading/surface'
import { registerFonts } from '../../../../../src-simulator/screens/fonts'

beforeAll(registerFonts)

/** The lines of a drawing of 750 × 200, as their left and right edges in px. */
function linesOf(draw: (context: SKRSContext2D) => void): [number, number][] {
  const [width, height] = [750, 200]
  const context = createCanvas(width, height).getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.fillStyle = '#222'
  context.font = '34px Inter'
  draw(context)
  const half = halved(grayOf({ width, height, rgba: context.getImageData(0, 0, width, height).data }))
  return findLines(half, surfaceOf(half))
    .filter((line) => !line.light)
    .map(({ left, width: wide }) => [left, left + wide])
}
const chevron = (context: SKRSContext2D) => {
  context.lineWidth = 5
  context.strokeStyle = '#222'
  context.beginPath()
  context.moveTo(46, 78)
  context.lineTo(26, 98)
  context.lineTo(46, 118)
  context.stroke()
}

describe('a line of text', () => {
  it.each(['Wi-Fi', 'We measured, changed one', 'Adaptive Brightness'])('is one: %s', (text) => {
    const lines = linesOf((context) => context.fillText(text, 60, 110))
    expect(lines).toHaveLength(1)
  })

  it('goes on behind a chevron that is taller than its letters', () => {
    const lines = linesOf((context) => {
      chevron(context)
      context.fillText('Notes', 58, 110)
    })
    expect(lines).toHaveLength(1)
  })

  it('goes on with a letter that touches a caret', () => {
    const lines = linesOf((context) => {
      context.fillText('Buy lemons', 60, 110)
      context.fillRect(60 + context.measureText('Buy lemons').width - 3, 76, 4, 42)
    })
    expect(lines).toHaveLength(1)
  })

  it('does not begin with an icon beside it', () => {
    const lines = linesOf((context) => {
      context.fillRect(20, 75, 6, 50)
      context.fillRect(60, 75, 6, 50)
      context.fillText('Airplane', 100, 110)
    })
    expect(lines.at(-1)?.[0]).toBeGreaterThan(90)
  })
})
