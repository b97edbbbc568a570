import { describe, expect, it } from 'vitest'
import { besideCorner, movedTo, nextDisplay, tiledOver } from '../../src-main/shell-electron/display-boxes'
import { keptWithin } from '../../src-main/shell-electron/window-place'

const left = { id: 7, bounds: { x: 0, y: 0, width: 1920, height: 1080 } }
const right = { id: 3, bounds: { x: 1920, y: 0, width: 1280, height: 800 } }

describe('the next display', () => {
  it('is the one to the right, and after the last the first', () => {
    expect(nextDisplay([right, left], 7)).toBe(right)
    expect(nextDisplay([right, left], 3)).toBe(left)
  })

  it('is none where there is one', () => {
    expect(nextDisplay([left], 7)).toBeNull()
  })

  it('gets a window at the same place, as far as it has room', () => {
    const box = { x: 100, y: 50, width: 800, height: 600 }
    expect(movedTo(box, left.bounds, right.bounds)).toEqual({ ...box, x: 2020 })
    expect(movedTo({ x: 1000, y: 500, width: 900, height: 580 }, left.bounds, right.bounds)).toEqual({
      x: 2300,
      y: 220,
      width: 900,
      height: 580,
    })
  })
})

describe('tiled windows', () => {
  it('fill the height where they stand in one row', () => {
    expect(tiledOver(left.bounds, 2)).toEqual([
      { x: 0, y: 0, width: 960, height: 1080 },
      { x: 960, y: 0, width: 960, height: 1080 },
    ])
  })

  it.each([1, 3, 4, 7, 12, 40])(
    'of %i phones are all within the area and cover nothing of each other',
    (count) => {
      const boxes = tiledOver(right.bounds, count)
      expect(boxes).toHaveLength(count)
      for (const [at, box] of boxes.entries()) {
        expect(box.x).toBeGreaterThanOrEqual(1920)
        expect(box.x + box.width).toBeLessThanOrEqual(1920 + 1280)
        expect(box.y + box.height).toBeLessThanOrEqual(800)
        for (const other of boxes.slice(at + 1)) {
          const isBeside = box.x + box.width <= other.x || other.x + other.width <= box.x
          const isAbove = box.y + box.height <= other.y || other.y + other.height <= box.y
          expect(isBeside || isAbove).toBe(true)
        }
      }
    },
  )

  it('are rows of phones that are as large as they can be', () => {
    const [first] = tiledOver(left.bounds, 12)
    expect(first).toEqual({ x: 0, y: 0, width: 320, height: 540 })
  })
})

describe('a new wall', () => {
  const area = { x: 1920, y: 0, width: 1280, height: 800 }
  const size = { width: 1440, height: 900 }

  it('opens beside the window that asks for it, smaller than its display', () => {
    const from = { x: 1940, y: 20, width: 600, height: 400 }
    expect(besideCorner(size, from, area)).toEqual({ x: 1988, y: 68, width: 1024, height: 640 })
  })

  it.each([1.25, 1.5, 2])('is a whole window of whole px on a display of 2560 × 1600 at %f', (scale) => {
    const own = { x: 1707, y: 0, width: Math.floor(2560 / scale), height: Math.floor(1600 / scale) - 33 }
    const first = besideCorner(size, { x: 1707, y: 0, width: 1280, height: 800 }, own)
    const second = besideCorner(size, first, own)
    for (const box of [first, second]) {
      expect(keptWithin(box, own)).toEqual(box)
      expect(Object.values(box).every(Number.isInteger)).toBe(true)
    }
    expect(second).not.toMatchObject({ x: first.x, y: first.y })
  })

  it('covers no wall that was opened from the same one', () => {
    const from = { x: 1920, y: 20, width: 1900, height: 1000 }
    const first = besideCorner(size, from, area, [from])
    // With the bar that a window manager adds.
    const framed = { ...first, y: first.y + 20 }
    expect(besideCorner(size, from, area, [from, framed])).toEqual({
      ...first,
      x: first.x + 48,
      y: first.y + 48,
    })
  })

  it('stays on the display', () => {
    const from = { x: 3000, y: 700, width: 200, height: 100 }
    expect(besideCorner(size, from, area)).toEqual({ x: 2176, y: 160, width: 1024, height: 640 })
  })
})
