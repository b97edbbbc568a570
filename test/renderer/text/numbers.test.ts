import { describe, expect, it } from 'vitest'
import { formatShare } from '../../../src-renderer/text/numbers'

describe('a share in per cent', () => {
  it.each([
    [1, '100 %'],
    [(43_200 - 12) / 43_200, '> 99 %'],
    [0.99, '99 %'],
    [0.425, '43 %'],
    [0.01, '1 %'],
    [0.0001, '< 1 %'],
    [0, '0 %'],
  ])('%d is %s: all and none are said only where it is so', (share, shown) => {
    expect(formatShare(share)).toBe(shown)
  })
})
