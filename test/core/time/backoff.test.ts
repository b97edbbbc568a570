import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBackoff } from '../../../src-main/core/time/backoff'
import { createFakeClock } from './fake-clock'

describe('backoff (spec 7, close codes)', () => {
  const waits = (count: number, random: () => number) => {
    const backoff = createBackoff(createFakeClock(), random)
    return Array.from({ length: count }, () => backoff.nextMs())
  }

  it('starts at up to a second, doubles, and stops at a minute', () => {
    expect(waits(8, () => 1 - 2 ** -53)).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
  })

  it('waits a random share of the ceiling', () => {
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

  it('starts over after a connection that lasted half a minute', () => {
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

  it('does not count its own wait as connected time', () => {
    const clock = createFakeClock()
    const backoff = createBackoff(clock, () => 0.5)
    backoff.connected()
    expect(backoff.nextMs()).toBe(500)
    clock.advance(60_000)
    expect(backoff.nextMs()).toBe(1000)
  })

  it('starts over when the user retries', () => {
    const backoff = createBackoff(createFakeClock(), () => 0.5)
    backoff.nextMs()
    backoff.nextMs()
    backoff.reset()
    expect(backoff.nextMs()).toBe(500)
  })
})
