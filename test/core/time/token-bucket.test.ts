import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTokenBucket } from '../../../src-main/core/time/token-bucket'
import { createFakeClock } from './fake-clock'

describe('token bucket', () => {
  const settings = fc.record({
    perSecond: fc.double({ min: 0.5, max: 200, noNaN: true }),
    burst: fc.integer({ min: 1, max: 50 }),
    pauses: fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 40 }),
  })

  it('lets through at most the burst plus the rate over any span', () => {
    fc.assert(
      fc.property(settings, ({ perSecond, burst, pauses }) => {
        const clock = createFakeClock()
        const bucket = createTokenBucket(clock, perSecond, burst)
        const taken: number[] = []
        for (const pause of pauses) {
          clock.advance(pause)
          while (bucket.take()) taken.push(clock.monotonic())
        }
        const isTooMany = taken.some((from, first) =>
          taken.some(
            (to, last) => last - first + 1 > burst + ((to - from) / 1000) * perSecond + 1e-6 && last >= first,
          ),
        )
        expect(isTooMany).toBe(false)
      }),
    )
  })

  it('has a token after the announced wait, and none before half of it', () => {
    fc.assert(
      fc.property(settings, ({ perSecond, burst }) => {
        const clock = createFakeClock()
        const bucket = createTokenBucket(clock, perSecond, burst)
        while (bucket.take());
        const wait = bucket.waitMs()
        clock.advance(wait / 2 - 1)
        expect(bucket.take()).toBe(false)
        clock.advance(wait / 2 + 1 + 1e-3)
        expect(bucket.waitMs()).toBe(0)
        expect(bucket.take()).toBe(true)
      }),
    )
  })
})
