import { describe, expect, it } from 'vitest'
import { giveBox, keptWithin, type Box } from '../../src-main/shell-electron/window-place'

/** Windows with displays side by side: from x 1920 on everything is twice as large. */
function windowBetweenScales() {
  const scaleAt = (x: number) => (x < 1920 ? 1 : 2)
  let box: Box = { x: 0, y: 0, width: 800, height: 600 }
  let calls = 0
  return {
    getBounds: () => box,
    setBounds(next: Box) {
      calls += 1
      const share = scaleAt(box.x) / scaleAt(next.x)
      box = { ...next, width: next.width * share, height: next.height * share }
    },
    calls: () => calls,
  }
}

describe('the box of a window', () => {
  it('is right on a display of another scale, too', () => {
    const window = windowBetweenScales()
    const box = { x: 2000, y: 0, width: 800, height: 600 }
    giveBox(window, box)
    expect(window.getBounds()).toEqual(box)
  })

  it('is given once on a display of the same scale', () => {
    const window = windowBetweenScales()
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
