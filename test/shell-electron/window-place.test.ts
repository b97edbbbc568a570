import { describe, expect, it } from 'vitest'
import { giveBox, keptWithin, type Box } from '../../src-main/shell-electron/window-place'

/** Windows with displays side by side: from x 1920 on everything is so many times as large, in whole px of the display. */
function windowBetweenScales(scale: number) {
  const scaleAt = (x: number) => (x < 1920 ? 1 : scale)
  let box: Box = { x: 0, y: 0, width: 800, height: 600 }
  let calls = 0
  return {
    getBounds: () => box,
    setBounds(next: Box) {
      calls += 1
      const along = (px: number) => Math.floor(Math.round(px * scaleAt(box.x)) / scaleAt(next.x))
      box = { ...next, width: along(next.width), height: along(next.height) }
    },
    calls: () => calls,
  }
}

describe('the box of a window', () => {
  it.each([1.25, 1.5, 2])('is right on a display of %f times the scale, also after each restart', (scale) => {
    let place: Box = { x: 2000, y: 0, width: 801, height: 599 }
    for (let starts = 0; starts < 5; starts += 1) {
      const window = windowBetweenScales(scale)
      giveBox(window, place)
      place = window.getBounds()
    }
    expect(place.x).toBe(2000)
    expect(Math.abs(place.width - 801)).toBeLessThanOrEqual(1)
    expect(Math.abs(place.height - 599)).toBeLessThanOrEqual(1)
  })

  it('is given once on a display of the same scale', () => {
    const window = windowBetweenScales(2)
    giveBox(window, { x: 100, y: 0, width: 900, height: 600 })
    expect(window.calls()).toBe(1)
  })

  it('is moved into an area, and no larger', () => {
    const area = { x: 1920, y: 0, width: 1280, height: 800 }
    expect(keptWithin({ x: 0, y: -50, width: 2000, height: 400 }, area)).toEqual({
      ...{ x: 1920, y: 0, width: 1280, height: 400 },
    })
  })
})
