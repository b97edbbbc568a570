import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shownSize } from '../../../../src-renderer/phone/stream/decode-scale'
import {
  nearestSnapshotPoint,
  pictureBox,
  snapshotPoint,
} from '../../../../src-renderer/phone/input/geometry'

const size = fc.record({
  width: fc.integer({ min: 100, max: 4000 }),
  height: fc.integer({ min: 100, max: 4000 }),
})
// Boxes lie on fractions of CSS pixels: at a device pixel ratio of 1.25 or in a centred layout.
const box = fc.record({
  left: fc.double({ min: -500, max: 4000, noNaN: true }),
  top: fc.double({ min: -500, max: 4000, noNaN: true }),
  width: fc.double({ min: 40, max: 3000, noNaN: true }),
  height: fc.double({ min: 40, max: 3000, noNaN: true }),
})

describe('snapshotPoint', () => {
  it('finds the pointed snapshot pixel within 1 for every size and place of the box', () => {
    fc.assert(
      fc.property(size, box, fc.nat(), fc.nat(), (frame, at, across, down) => {
        const wanted = { x: across % frame.width, y: down % frame.height }
        const picture = pictureBox(at, frame)
        const client = {
          x: picture.left + ((wanted.x + 0.5) * picture.width) / frame.width,
          y: picture.top + ((wanted.y + 0.5) * picture.height) / frame.height,
        }
        const found = snapshotPoint(client, at, frame)
        expect(found).not.toBeNull()
        expect(Math.abs((found?.x ?? -9) - wanted.x)).toBeLessThanOrEqual(1)
        expect(Math.abs((found?.y ?? -9) - wanted.y)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('gives whole numbers inside the frame, or nothing', () => {
    fc.assert(
      fc.property(size, box, fc.double({ noNaN: true }), fc.double({ noNaN: true }), (frame, at, x, y) => {
        const found = snapshotPoint({ x, y }, at, frame)
        if (!found) return
        expect(Number.isInteger(found.x) && Number.isInteger(found.y)).toBe(true)
        expect(found.x >= 0 && found.x < frame.width && found.y >= 0 && found.y < frame.height).toBe(true)
      }),
    )
  })

  it('has the corners of the picture', () => {
    const at = { left: 10, top: 20, width: 187.5, height: 333.5 }
    const frame = { width: 750, height: 1334 }
    expect(snapshotPoint({ x: 10, y: 20 }, at, frame)).toEqual({ x: 0, y: 0 })
    expect(snapshotPoint({ x: 197.5, y: 353.5 }, at, frame)).toEqual({ x: 749, y: 1333 })
  })

  it('is nothing on the letter-boxed edges', () => {
    const at = { left: 0, top: 0, width: 400, height: 200 }
    const frame = { width: 100, height: 200 }
    expect(snapshotPoint({ x: 149, y: 100 }, at, frame)).toBeNull()
    expect(snapshotPoint({ x: 151, y: 100 }, at, frame)).toEqual({ x: 1, y: 100 })
    expect(snapshotPoint({ x: 249, y: 100 }, at, frame)).toEqual({ x: 99, y: 100 })
    expect(snapshotPoint({ x: 251, y: 100 }, at, frame)).toBeNull()
  })
})

describe('pictureBox', () => {
  it('is all of a box that has whole pixels of the display', () => {
    const phones = fc.record({
      width: fc.integer({ min: 360, max: 1500 }),
      aspect: fc.double({ min: 1, max: 2.3, noNaN: true }),
      turned: fc.boolean(),
    })
    const room = fc.record({
      width: fc.integer({ min: 60, max: 3000 }),
      height: fc.integer({ min: 60, max: 3000 }),
    })
    fc.assert(
      fc.property(phones, room, fc.constantFrom(1, 1.25, 1.5, 2), ({ width, aspect, turned }, all, ratio) => {
        const [short, long] = [width, Math.round(width * aspect)]
        const frame = turned ? { width: long, height: short } : { width: short, height: long }
        const shown = shownSize(frame, all)
        const at = { left: 3.5, top: 20.25, width: shown.width / ratio, height: shown.height / ratio }
        expect(pictureBox(at, frame)).toEqual(at)
      }),
    )
  })
})

describe('nearestSnapshotPoint', () => {
  it('keeps a drag that left the screen on its edge', () => {
    const at = { left: 0, top: 0, width: 100, height: 200 }
    const frame = { width: 750, height: 1500 }
    expect(nearestSnapshotPoint({ x: -40, y: 100 }, at, frame)).toEqual({ x: 0, y: 750 })
    expect(nearestSnapshotPoint({ x: 400, y: 900 }, at, frame)).toEqual({ x: 749, y: 1499 })
  })
})
