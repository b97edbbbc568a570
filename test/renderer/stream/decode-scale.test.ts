import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeScale, scaledSize } from '../../../src-renderer/stream/decode-scale'

const frame = { width: 750, height: 1334 }

describe('decodeScale', () => {
  it('takes the smallest eighth that covers what is shown, but for a twentieth', () => {
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

  it('goes by what the box shows of the frame, not by its letter-boxed edges', () => {
    expect(decodeScale(frame, { width: 2000, height: 320 })).toBe(2)
  })

  it('never shows a picture larger than by a twentieth', () => {
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

describe('scaledSize', () => {
  it('is rounded up, as the decoder does', () => {
    expect(scaledSize(frame, 1)).toEqual({ width: 94, height: 167 })
    expect(scaledSize(frame, 2)).toEqual({ width: 188, height: 334 })
    expect(scaledSize(frame, 8)).toEqual(frame)
  })
})
