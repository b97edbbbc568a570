import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forecastUploadsMs, type UploadsToCome } from '../../../src-main/core/uploads/upload-forecast'

const spanMs = 60_000
const come = (change: Partial<UploadsToCome>): UploadsToCome => ({
  waiting: 0,
  underWay: 0,
  bytes: 0,
  atOnce: 4,
  pace: { bytesPerMs: 1000, besidesMs: 100, meanBytes: 1_000_000 },
  freeInMs: Array.from({ length: 60 }, () => 0),
  spanMs,
  restMs: 0,
  ...change,
})

/** How long uploads that take so long each take together from now on, played step by step. */
function play(takeMs: readonly number[], freeInMs: readonly number[], restMs: number): number {
  const free = [...freeInMs]
  const hands = [0, 0, 0, 0]
  for (const oneMs of takeMs) {
    free.sort((a, b) => a - b)
    hands.sort((a, b) => a - b)
    const ends = Math.max(hands.shift() ?? 0, free.shift() ?? 0, restMs) + oneMs
    hands.push(ends)
    free.push(ends + spanMs)
  }
  return Math.max(...hands)
}

describe('the forecast of uploads', () => {
  it('is the bytes by the speed of four at once, and what each takes beside them', () => {
    expect(forecastUploadsMs(come({ waiting: 8, bytes: 8_000_000 }))).toBe((8 * 1000 + 8 * 100) / 4)
  })

  it('of fewer than go at once is that of each', () => {
    expect(forecastUploadsMs(come({ underWay: 1, bytes: 300_000_000 }))).toBe(300_100)
  })

  it('is sixty a minute where the files are small, long before any is through', () => {
    const unknown = { bytesPerMs: null, besidesMs: null, meanBytes: 0 }
    expect(forecastUploadsMs(come({ waiting: 10_000, bytes: 1e6, pace: unknown }))).toBe(166 * spanMs)
  })

  it('is none while nothing was measured and no rate holds up', () => {
    const pace = { bytesPerMs: null, besidesMs: null, meanBytes: 0 }
    expect(forecastUploadsMs(come({ waiting: 60, bytes: 1e9, pace }))).toBeNull()
  })

  it('is none for large files where only small ones have gone', () => {
    const pace = { bytesPerMs: null, besidesMs: 40, meanBytes: 1000 }
    expect(forecastUploadsMs(come({ waiting: 4, bytes: 4000, pace }))).toBe(40)
    expect(forecastUploadsMs(come({ waiting: 4, bytes: 1e9, pace }))).toBeNull()
  })

  it('is over where nothing is to come', () => {
    expect(forecastUploadsMs(come({}))).toBe(0)
  })

  it('begins when the rest is over', () => {
    const few = { waiting: 4, bytes: 4_000_000 }
    expect(forecastUploadsMs(come({ ...few, restMs: 20_000 }))).toBe(
      20_000 + (forecastUploadsMs(come(few)) ?? 0),
    )
  })

  const places = fc
    .tuple(fc.nat(60), fc.array(fc.nat(spanMs), { minLength: 60, maxLength: 60 }))
    .map(([taken, waits]) => waits.map((wait, place) => (place < taken ? wait : 0)).sort((a, b) => a - b))
  /** Forecast and truth. */
  const both = (takeMs: readonly number[], freeInMs: readonly number[], restMs: number) => {
    const bytes = takeMs.reduce((sum, ms) => sum + ms * 1000, 0)
    const pace = { bytesPerMs: 1000, besidesMs: 0, meanBytes: bytes / takeMs.length }
    const told = forecastUploadsMs(come({ waiting: takeMs.length, bytes, pace, freeInMs, restMs })) ?? NaN
    return { told, took: play(takeMs, freeInMs, restMs) }
  }

  it('is to the millisecond what equal files then take, whatever holds them up', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        fc.nat(60_000),
        places,
        fc.nat(90_000),
        (files, oneMs, freeInMs, restMs) => {
          const { told, took } = both(
            Array.from({ length: files }, () => oneMs),
            freeInMs,
            restMs,
          )
          expect(told).toBeCloseTo(took, 3)
        },
      ),
    )
  })

  it('is right to a tenth, or the longest of them, where files differ', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(60_000), { minLength: 1, maxLength: 400, size: 'max' }),
        places,
        fc.nat(90_000),
        (takeMs, freeInMs, restMs) => {
          const { told, took } = both(takeMs, freeInMs, restMs)
          expect(Math.abs(told - took)).toBeLessThanOrEqual(Math.max(...takeMs, took / 10))
        },
      ),
    )
  })
})
