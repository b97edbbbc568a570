import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBackoff } from '../../../src-main/core/base/backoff'
import { createTokenBucket } from '../../../src-main/core/base/token-bucket'
import { createFakeClock } from './fake-clock'

describe('the token bucket', () => {
  const settings = fc.record({
    perSecond: fc.double({ min: 0.5, max: 200, noNaN: true }),
    burst: fc.integer({ min: 1, max: 50 }),
    pauses: fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 40 }),
  })

  it('lets no more through than the burst and the rate since, wherever one begins to count', () => {
    fc.assert(
      fc.property(settings, ({ perSecond, burst, pauses }) => {
        const clock = createFakeClock()
        const bucket = createTokenBucket(clock, perSecond, burst)
        const taken: number[] = []
        for (const pause of pauses) {
          clock.advance(pause)
          while (bucket.take()) taken.push(clock.monotonic())
        }
        const tooMany = taken.some((from, first) =>
          taken.some(
            (to, last) => last - first + 1 > burst + ((to - from) / 1000) * perSecond + 1e-6 && last >= first,
          ),
        )
        expect(tooMany).toBe(false)
      }),
    )
  })

  it('has a token when the wait that it told is over, and none before half of it', () => {
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

describe('the waits between attempts (spec 7, close codes)', () => {
  const waits = (count: number, random: () => number) => {
    const backoff = createBackoff(createFakeClock(), random)
    return Array.from({ length: count }, () => backoff.nextMs())
  }

  it('start at about a second, double, and end at a minute', () => {
    expect(waits(8, () => 1 - 2 ** -53)).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
  })

  it('are anything from nothing to what they could be, and never above a minute', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })), (randoms) => {
        const backoff = createBackoff(createFakeClock(), () => randoms.shift() ?? 0)
        for (let failure = 0; randoms.length > 0; failure++) {
          const [ceiling, random] = [Math.min(60_000, 1000 * 2 ** failure), randoms[0] ?? 0]
          expect(Math.abs(backoff.nextMs() - ceiling * random)).toBeLessThan(0.501)
        }
      }),
    )
  })

  it('start anew after half a minute of health, and not before', () => {
    const clock = createFakeClock()
    const backoff = createBackoff(clock, () => 0.5)
    for (let failure = 0; failure < 3; failure++) backoff.nextMs()
    backoff.connected()
    clock.advance(29_999)
    expect(backoff.nextMs()).toBe(4000)
    backoff.connected()
    clock.advance(30_000)
    expect(backoff.nextMs()).toBe(500)
  })

  it('do not take a wait for health', () => {
    const clock = createFakeClock()
    const backoff = createBackoff(clock, () => 0.5)
    backoff.connected()
    expect(backoff.nextMs()).toBe(500)
    clock.advance(60_000)
    expect(backoff.nextMs()).toBe(1000)
  })

  it('start anew when the user asks', () => {
    const backoff = createBackoff(createFakeClock(), () => 0.5)
    backoff.nextMs()
    backoff.nextMs()
    backoff.reset()
    expect(backoff.nextMs()).toBe(500)
  })
})
