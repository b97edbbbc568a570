import { describe, expect, it } from 'vitest'
import { formatBytes, formatShare, formatSpan } from '../../../src-renderer/text/measures'

describe('a share in per cent', () => {
  it.each([
    [1, '100%'],
    [(43_200 - 12) / 43_200, '>99%'],
    [0.99, '99%'],
    [0.425, '43%'],
    [0.01, '1%'],
    [0.0001, '<1%'],
    [0, '0%'],
  ])('of %d is %s, with 0% and 100% only where exact', (share, shown) => {
    expect(formatShare(share)).toBe(shown)
  })
})

describe('a size', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [999_900, '999.9 kB'],
    [1_000_000, '1.0 MB'],
    [314_572_800, '314.6 MB'],
    [1_000_000_000, '1.0 GB'],
  ])('of %d bytes is %s, in the decimal units of the service’s limits', (bytes, shown) => {
    expect(formatBytes(bytes)).toBe(shown)
  })
})

describe('a span', () => {
  it.each([
    [-3, '0 s'],
    [0.6, '1 s'],
    [59.4, '59 s'],
    [59.6, '1 min'],
    [90, '1 min 30 s'],
    [599, '9 min 59 s'],
    [601, '10 min'],
    [3599, '59 min'],
    [3600, '1 h'],
    [4000, '1 h 6 min'],
    [90_000, '25 h'],
  ])('of %d s is %s: its two largest units, and no seconds from ten minutes on', (seconds, shown) => {
    expect(formatSpan(seconds)).toBe(shown)
  })
})
