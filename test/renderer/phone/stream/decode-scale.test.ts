import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decodeScale,
  isSameSize,
  largeSize,
  pictureSize,
  scaledSize,
  shownSize,
} from '../../../../src-renderer/phone/stream/decode-scale'

const frame = { width: 750, height: 1334 }

describe('decodeScale', () => {
  it('takes the smallest scale that covers 95% of the shown size', () => {
    expect(decodeScale(frame, { width: 93, height: 166 })).toBe(1)
    expect(decodeScale(frame, { width: 180, height: 320 })).toBe(2)
    expect(decodeScale(frame, { width: 188, height: 334 })).toBe(2)
    expect(decodeScale(frame, { width: 197, height: 350 })).toBe(2)
    expect(decodeScale(frame, { width: 201, height: 357 })).toBe(4)
    expect(decodeScale(frame, { width: 375, height: 667 })).toBe(4)
    expect(decodeScale(frame, { width: 394, height: 701 })).toBe(4)
    expect(decodeScale(frame, { width: 398, height: 708 })).toBe(8)
    expect(decodeScale(frame, { width: 1500, height: 2668 })).toBe(8)
  })

  it('ignores the empty edges of the box', () => {
    expect(decodeScale(frame, { width: 2000, height: 320 })).toBe(2)
  })

  it('never enlarges a picture by more than 5%', () => {
    const side = fc.integer({ min: 1, max: 3000 })
    const size = fc.record({ width: side, height: side })
    fc.assert(
      fc.property(size, size, (of, box) => {
        const eighths = decodeScale(of, box)
        if (eighths === 8) return
        const shown = Math.min(box.width / of.width, box.height / of.height)
        expect(scaledSize(of, eighths).width).toBeGreaterThanOrEqual(Math.floor(of.width * shown * 0.95))
        expect(scaledSize(of, eighths).height).toBeGreaterThanOrEqual(Math.floor(of.height * shown * 0.95))
      }),
    )
  })
})

describe('shownSize', () => {
  it('fits the whole frame, in whole pixels', () => {
    expect(shownSize(frame, { width: 171, height: 305 })).toEqual({ width: 171, height: 304 })
    expect(shownSize(frame, { width: 400, height: 320 })).toEqual({ width: 180, height: 320 })
    expect(shownSize({ width: 4000, height: 1 }, { width: 100, height: 100 })).toEqual({
      width: 100,
      height: 1,
    })
  })

  it('stays in its room, and fills one side of it', () => {
    const side = fc.integer({ min: 1, max: 3000 })
    const size = fc.record({ width: side, height: side })
    fc.assert(
      fc.property(size, size, (of, room) => {
        const { width, height } = shownSize(of, room)
        expect(width <= room.width && height <= room.height).toBe(true)
        expect(width === room.width || height === room.height).toBe(true)
      }),
    )
  })
})

describe('pictureSize', () => {
  it('is the shown size, at most the frame’s', () => {
    expect(pictureSize(frame, { width: 171, height: 305 })).toEqual({ width: 171, height: 304 })
    expect(pictureSize(frame, { width: 1500, height: 2668 })).toEqual(frame)
    const slim = { width: 100, height: 2000 }
    expect(pictureSize(slim, { width: 200, height: 2008 })).toEqual(slim)
    expect(pictureSize(frame, { width: 48, height: 85 })).toEqual({ width: 48, height: 85 })
    expect(pictureSize(frame, { width: 46, height: 82 })).toEqual({ width: 94, height: 167 })
    const flat = { width: 4000, height: 1 }
    expect(pictureSize(flat, { width: 5000, height: 1 })).toEqual(flat)
  })
})

describe('largeSize', () => {
  it('is the frame’s own size where that fills 95% of the room', () => {
    expect(largeSize(frame, { width: 1200, height: 1380 })).toEqual(frame)
  })

  it('fills the room otherwise', () => {
    expect(largeSize(frame, { width: 1200, height: 692 })).toEqual({ width: 389, height: 692 })
    expect(largeSize(frame, { width: 1200, height: 1333 })).toEqual({ width: 749, height: 1333 })
    expect(largeSize(frame, { width: 3000, height: 2668 })).toEqual({ width: 1500, height: 2668 })
  })

  it('equals every picture that is not scaled, so that none is filtered', () => {
    const extent = fc.integer({ min: 50, max: 3000 })
    fc.assert(
      fc.property(
        fc.record({ width: extent, height: extent }),
        fc.record({ width: extent, height: extent }),
        (of, room) => {
          const picture = pictureSize(of, room)
          fc.pre(isSameSize(picture, shownSize(of, room)))
          expect(largeSize(of, room)).toEqual(picture)
        },
      ),
    )
  })
})

describe('scaledSize', () => {
  it('rounds up as the decoder does', () => {
    expect(scaledSize(frame, 1)).toEqual({ width: 94, height: 167 })
    expect(scaledSize(frame, 2)).toEqual({ width: 188, height: 334 })
    expect(scaledSize(frame, 8)).toEqual(frame)
  })
})
