import { describe, expect, it } from 'vitest'
import {
  addSample,
  secondsLeft,
  speedOf as speedAt,
  type Sample,
} from '../../../../src-renderer/features/uploads/upload-speed'

const series = (...samples: [sentBytes: number, at: number][]) =>
  samples.reduce<Sample[]>((all, [sentBytes, at]) => addSample(all, { sentBytes, at }), [])

/** As it is told right with the last sample. */
const speedOf = (samples: readonly Sample[]) => speedAt(samples, samples.at(-1)?.at ?? 0)

describe('speedOf', () => {
  it('averages the last seconds', () => {
    expect(speedOf(series([0, 0], [1000, 1000], [3000, 2000]))).toBe(1500)
  })

  it('ignores older samples', () => {
    expect(speedOf(series([0, 0], [8000, 1000], [8000, 6000], [9000, 7000]))).toBe(1000)
    expect(speedOf(series([0, 0], [1000, 1000], [4000, 4000]))).toBe(1000)
    expect(speedOf(series([0, 0], [1000, 1001], [4000, 4001]))).toBe(1000)
  })

  it('falls while nothing is sent', () => {
    expect(speedOf(series([0, 0], [2000, 1000], [2000, 2000]))).toBe(1000)
  })

  it('falls to 0 without progress', () => {
    const samples = series([0, 0], [1000, 500], [2000, 1000])
    expect([1000, 1900, 4000, 5001].map((now) => speedAt(samples, now))).toEqual([2000, 2000, 500, 0])
  })

  it('restarts with a retry from byte 0', () => {
    expect(speedOf(series([5000, 0], [9000, 1000], [0, 1500], [500, 2500]))).toBe(500)
  })

  it('is unknown before there are enough samples', () => {
    expect(speedOf(series([0, 0]))).toBeNull()
    expect(speedOf([])).toBeNull()
    expect(speedOf(series([0, 1000], [100, 1499]))).toBeNull()
    expect(speedOf(series([0, 1000], [100, 1500]))).toBe(200)
  })
})

describe('secondsLeft', () => {
  it('divides the rest by the speed, or is unknown', () => {
    expect(secondsLeft(10_000, 4000, 2000)).toBe(3)
    expect(secondsLeft(10_000, 4000, 0)).toBeNull()
    expect(secondsLeft(10_000, 4000, null)).toBeNull()
  })
})
