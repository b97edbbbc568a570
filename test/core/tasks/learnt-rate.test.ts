import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limits, type Rate } from '../../../src-shared/protocol/limits'
import { createLearntRate } from '../../../src-main/core/tasks/learnt-rate'
import { createRateGate } from '../../../src-main/core/tasks/rate-gate'
import { createFakeClock } from '../base/fake-clock'
import { limited } from '../service/limited'

const allowed = limits.editsPerAccount

describe('the rate that is learnt of a service', () => {
  const begin = (refuses: (time: number) => boolean = () => false, random = 0.5) => {
    const clock = createFakeClock()
    const gate = createRateGate({
      clock,
      random: () => random,
      perDevice: limits.editsPerDevice,
      perAccount: allowed,
    })
    const sent: { at: number; isRefused: boolean }[] = []
    let phones = 0
    /** Sends so many edits, each to another phone and again until it is let through. @returns how long it took, in ms, and how many were refused */
    const send = (count: number, answer: (at: number) => number) => {
      const begunAt = clock.monotonic()
      const times = sent.length
      for (let done = 0; done < count;) {
        const publicId = `dev_${(phones += 1)}`
        clock.advance(gate.waitMs(publicId))
        if (!gate.take(publicId)) continue
        const at = clock.monotonic()
        const retryAfterS = refuses(sent.length) ? 1 : answer(at)
        sent.push({ at, isRefused: retryAfterS > 0 })
        if (retryAfterS > 0) gate.refused(publicId, limited(retryAfterS, 'account_edits'))
        else {
          gate.passed(publicId)
          done += 1
        }
      }
      const refusals = sent.slice(times).filter(({ isRefused }) => isRefused).length
      return { tookMs: clock.monotonic() - begunAt, refusals }
    }
    return { clock, gate, sent, send }
  }
  /** A service that allows this. @returns what it says to a request, in s to wait; 0 when it lets it through */
  const service = ({ perSecond, burst }: Rate) => {
    let tokens = burst
    let filledAt = -Infinity
    return (at: number) => {
      tokens = Math.min(burst, tokens + ((at - filledAt) / 1000) * perSecond)
      filledAt = at
      if (tokens < 1) return Math.max(1, Math.ceil((1 - tokens) / perSecond))
      tokens -= 1
      return 0
    }
  }
  const exceeds = (at: readonly number[], { perSecond, burst }: Rate) =>
    at.some((from, first) =>
      at.some(
        (to, last) => last >= first && last - first + 1 > burst + (perSecond * (to - from)) / 1000 + 1e-6,
      ),
    )
  const rates = fc.record({
    perSecond: fc.double({ min: 0.2, max: allowed.perSecond, noNaN: true }),
    burst: fc.integer({ min: 1, max: allowed.burst }),
  })
  const chances = fc.double({ min: 0, max: 0.999, noNaN: true })

  it('is never above what the service says, whatever it refuses, refused requests among them', () => {
    fc.assert(
      fc.property(
        fc.option(rates, { nil: undefined }),
        fc.array(fc.boolean(), { maxLength: 40 }),
        chances,
        (rate, strays, random) => {
          const { sent, send } = begin((time) => strays[time] === true, random)
          send(60, rate ? service(rate) : () => 0)
          const at = sent.map((each) => each.at)
          expect(exceeds(at, allowed)).toBe(false)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('is found with few refusals, and costs little time, whatever the service allows', () => {
    fc.assert(
      fc.property(rates, chances, (rate, random) => {
        const { send } = begin(() => false, random)
        const { tookMs, refusals } = send(120, service(rate))
        const ours = Math.min(rate.perSecond, 0.9 * allowed.perSecond)
        expect(refusals).toBeLessThanOrEqual(20)
        expect(tookMs).toBeLessThan(1.15 * (120 / ours) * 1000 + 40_000)
      }),
      { numRuns: 60 },
    )
  })

  it('is kept where it is known: a tenth of what the service says costs few refusals and little time', () => {
    const { send, gate } = begin()
    const tenth = service({ perSecond: allowed.perSecond / 10, burst: 1 })
    const { tookMs, refusals } = send(60, tenth)
    expect(refusals).toBeLessThanOrEqual(8)
    expect(tookMs).toBeLessThan(1.12 * 120_000)
    const forecast = gate.forecastMs(Array.from({ length: 60 }, (_, index) => `next_${index}`))
    const next = send(60, tenth)
    expect(next.refusals).toBeLessThanOrEqual(3)
    expect(Math.abs(forecast / next.tookMs - 1)).toBeLessThan(0.15)
  })

  it('is what the service says again once it lets more through, sooner or later', () => {
    fc.assert(
      fc.property(rates, fc.boolean(), (rate, isBusy) => {
        const { clock, send, gate } = begin()
        send(60, service(rate))
        if (isBusy) send(1000, () => 0)
        else clock.advance(24 * 3_600_000)
        send(1, () => 0)
        clock.advance(10_000)
        const phones = Array.from({ length: 100 }, (_, index) => `last_${index}`)
        const all = ((100 - 0.9 * allowed.burst) / (0.9 * allowed.perSecond)) * 1000
        expect(gate.forecastMs(phones)).toBeLessThan(all + 1000)
      }),
      { numRuns: 20 },
    )
  })

  it('is hardly lowered by one refusal that comes from nowhere', () => {
    const undisturbed = begin().send(200, service(allowed)).tookMs
    for (const stray of [25, 60, 120]) {
      const { tookMs } = begin((time) => time === stray).send(200, service(allowed))
      expect(tookMs - undisturbed).toBeLessThan(2500)
    }
  })

  it('is not lowered by refusals while nothing goes through', () => {
    const clock = createFakeClock()
    const rate = createLearntRate(clock, 5)
    rate.passed()
    rate.refused(1000)
    const once = rate.perSecond
    for (let time = 0; time < 20; time += 1) rate.refused(60_000)
    expect(rate.perSecond).toBe(once)
    expect(once).toBeGreaterThan(4.5)
  })
})
