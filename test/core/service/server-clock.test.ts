import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { createServerClock, type ServerClock } from '../../../src-main/core/service/server-clock'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

/** Returns the `Date` header of a service whose clock shows this. */
const headerOf = (ms: number) => new Date(ms).toUTCString()
const iso = (ms: number) => new Date(ms).toISOString()
const day = 86_400_000

describe('server clock', () => {
  let clock: FakeClock
  let server: ServerClock
  /** How far the service's clock is from the fake one's monotonic time. */
  let ahead: number
  const truth = () => clock.monotonic() + ahead

  /** An answer whose header is written after `thereMs` and heard `backMs` later. */
  const hear = (thereMs: number, backMs: number) => {
    const sentAt = clock.monotonic()
    clock.advance(thereMs)
    const header = headerOf(truth())
    clock.advance(backMs)
    server.learn(header, sentAt)
  }

  beforeEach(() => {
    clock = createFakeClock()
    server = createServerClock(clock)
    ahead = Date.UTC(2030, 5, 1, 12, 0, 0, 420)
  })

  it('is this machine’s before the first answer', () => {
    expect(server.now()).toBe(clock.now())
    expect(server.uncertaintyMs).toBeNull()
    expect(server.msUntil(iso(clock.now() + 5000))).toBe(5000)
    expect(server.msUntil(iso(clock.now() + 400 * day)), 'budgets reset every day').toBe(day)
  })

  it('is known to half a second plus half the round trip after one answer', () => {
    hear(30, 50)
    expect(server.uncertaintyMs).toBe(540)
    expect(Math.abs(server.now() - truth())).toBeLessThanOrEqual(540)
    const { now } = clock
    clock.now = () => now() - 7 * day
    clock.advance(10 * day)
    expect(Math.abs(server.now() - truth())).toBeLessThanOrEqual(540)
  })

  it('is never further off than it says, and each answer narrows it', () => {
    const answers = fc.array(
      fc.record({
        pause: fc.integer({ min: 0, max: 5000 }),
        there: fc.integer({ min: 0, max: 3000 }),
        back: fc.integer({ min: 0, max: 3000 }),
      }),
      { minLength: 1, maxLength: 20 },
    )
    fc.assert(
      fc.property(answers, fc.integer({ min: -400 * day, max: 400 * day }), (each, off) => {
        clock = createFakeClock()
        server = createServerClock(clock)
        ahead = clock.now() + off
        let before = Infinity
        for (const { pause, there, back } of each) {
          clock.advance(pause)
          hear(there, back)
          const uncertainty = server.uncertaintyMs ?? Infinity
          expect(uncertainty).toBeLessThanOrEqual(before)
          expect(Math.abs(server.now() - truth())).toBeLessThanOrEqual(uncertainty)
          before = uncertainty
        }
      }),
    )
  })

  it('starts over when it was set, or this machine slept', () => {
    hear(10, 10)
    ahead += 3 * day
    hear(10, 10)
    expect(Math.abs(server.now() - truth())).toBeLessThanOrEqual(510)
    ahead -= day
    hear(10, 10)
    expect(Math.abs(server.now() - truth())).toBeLessThanOrEqual(510)
  })

  it.each([undefined, '', 'yesterday', 'Sat, 13 Sep 275760 00:00:00 GMT'])(
    'learns nothing from a Date of %j',
    (date) => {
      server.learn(date, clock.monotonic())
      expect(server.uncertaintyMs).toBeNull()
    },
  )

  it('reaches an instant when its wait is over, not 1.5 s earlier', () => {
    hear(20, 30)
    const midnight = Date.UTC(2030, 5, 2)
    const wait = server.msUntil(iso(midnight))
    expect(wait % 1000).toBe(0)
    expect(truth() + wait).toBeGreaterThanOrEqual(midnight)
    expect(truth() + wait).toBeLessThan(midnight + 2050)
    clock.advance(wait)
    expect(server.msUntil(iso(midnight))).toBe(0)
  })

  it('reads an instant by its own offset from UTC', () => {
    hear(0, 0)
    expect(server.msUntil('2030-06-02T02:00:00+02:00')).toBe(server.msUntil('2030-06-02T00:00:00Z'))
  })

  it('counts an instant as past as soon as the service may', () => {
    hear(20, 30)
    const past = (instant: number) => server.mayBePast(iso(instant))
    expect([past(truth()), past(truth() - 2000), past(truth() + 1100)]).toEqual([true, true, false])
  })

  it('does not wait for text that is no instant', () => {
    hear(0, 0)
    expect(server.msUntil('soon')).toBe(0)
    expect(server.mayBePast('soon')).toBe(false)
  })
})
