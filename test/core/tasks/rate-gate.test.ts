import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { limits, type Rate } from '../../../src-shared/protocol/limits'
import { createRateGate, type RateGate } from '../../../src-main/core/tasks/rate-gate'
import { createFakeClock, type FakeClock } from '../base/fake-clock'
import { limited } from '../service/limited'

describe('the edit limits of a phone and of the account (spec 8)', () => {
  let clock: FakeClock
  let gate: RateGate

  beforeEach(() => {
    clock = createFakeClock()
    gate = gateOn(clock)
  })
  const gateOn = (on: FakeClock, random = 0.5) =>
    createRateGate({
      clock: on,
      random: () => random,
      perDevice: limits.editsPerDevice,
      perAccount: limits.editsPerAccount,
    })
  const takeAll = (publicId: string) => {
    let taken = 0
    while (gate.take(publicId)) taken += 1
    return taken
  }

  /** Sends one request for each of `phones` in order, each as soon as it may. @returns when each went, in ms */
  const sendAll = (phones: readonly string[]) => {
    const start = clock.monotonic()
    const left = [...phones]
    const sent: { publicId: string; at: number }[] = []
    while (left.length > 0) {
      const index = left.findIndex((publicId) => gate.take(publicId))
      const [publicId] = index < 0 ? [] : left.splice(index, 1)
      if (publicId === undefined) clock.advance(Math.min(...left.map((each) => gate.waitMs(each))))
      else sent.push({ publicId, at: clock.monotonic() - start })
    }
    return sent
  }
  const exceeds = (at: readonly number[], { perSecond, burst }: Rate) =>
    at.some((from, first) =>
      at.some(
        (to, last) => last >= first && last - first + 1 > burst + (perSecond * (to - from)) / 1000 + 1e-6,
      ),
    )

  const names = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), {
    minLength: 1,
    maxLength: 60,
  })

  it('are kept in every span of time, whoever asks for what, and everybody has a turn', () => {
    fc.assert(
      fc.property(
        names,
        fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 5 }),
        (phones, pauses) => {
          clock = createFakeClock()
          gate = gateOn(clock)
          const start = clock.monotonic()
          const sent = [0, ...pauses].flatMap((pause) => {
            clock.advance(pause)
            const base = clock.monotonic() - start
            return sendAll(phones).map(({ publicId, at }) => ({ publicId, at: base + at }))
          })
          expect(sent).toHaveLength(phones.length * (pauses.length + 1))
          const at = (publicId?: string) =>
            sent.filter((each) => publicId === undefined || each.publicId === publicId).map((each) => each.at)
          expect(exceeds(at(), limits.editsPerAccount)).toBe(false)
          for (const publicId of new Set(phones)) {
            expect(exceeds(at(publicId), limits.editsPerDevice)).toBe(false)
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  it('are told beforehand: the forecast is how long it then takes', () => {
    fc.assert(
      fc.property(names, names, (before, phones) => {
        clock = createFakeClock()
        gate = gateOn(clock)
        sendAll(before)
        const forecast = gate.forecastMs(phones)
        const sent = sendAll(phones)
        expect(Math.abs((sent.at(-1)?.at ?? 0) - forecast)).toBeLessThanOrEqual(2)
      }),
      { numRuns: 40 },
    )
  })

  it('let two hundred phones be changed in less than 42 s, staying below what is allowed', () => {
    const phones = Array.from({ length: 200 }, (_, index) => `dev_${index}`)
    const forecast = gate.forecastMs(phones)
    const allowed = ((200 - limits.editsPerAccount.burst) / limits.editsPerAccount.perSecond) * 1000
    expect(forecast).toBeGreaterThan(allowed)
    expect(forecast).toBeLessThan(42_000)
    expect(takeAll('dev_0'), 'a forecast takes nothing').toBe(4)
  })

  it('hold a phone alone when the layer that tripped names a device', () => {
    gate.refused('a', limited(8, 'device_edits'))
    expect(gate.waitMs('a')).toBe(8500)
    expect(gate.waitMs('b')).toBe(0)
  })

  it.each([undefined, 'account_edits', 'per_key', 'planned', 'devices of the account'])(
    'hold every phone when the layer that tripped is %s',
    (layer) => {
      gate.refused('a', limited(8, layer))
      expect(gate.waitMs('b')).toBe(8500)
      expect(gate.forecastMs(['b'])).toBe(8500)
    },
  )

  it('begin again with one after a refusal, and the others as if nothing had been left', () => {
    gate.refused('a', limited(2, 'account_edits'))
    const phones = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    clock.advance(2500)
    expect(phones.filter((each) => gate.take(each))).toEqual(['a'])
    clock.advance(1000)
    expect(phones.filter((each) => gate.take(each))).toEqual(['a', 'b', 'c', 'd'])
  })

  it('take the service’s word for what is left', () => {
    gate.refused('a', limited(0, 'device_edits', 2))
    clock.advance(500)
    expect(takeAll('a')).toBe(2)
  })

  it('hold longer the oftener a layer trips in a row, and no longer for what was under way with it', () => {
    const waits = [1, 2, 3].map(() => {
      gate.refused('a', limited(10))
      gate.refused('b', limited(10))
      const wait = gate.waitMs('a')
      clock.advance(wait)
      return wait
    })
    expect(waits).toEqual([10_500, 11_000, 12_000])
    gate.passed('a')
    gate.refused('a', limited(10))
    expect(gate.waitMs('a')).toBe(10_500)
  })

  it('never hold for ever, whatever Retry-After says', () => {
    gate.refused('a', limited(Infinity))
    expect(gate.forecastMs(['a', 'b'])).toBeLessThan(25 * 3_600_000)
  })
})
