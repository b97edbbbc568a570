import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { FaultError } from '../../../src-shared/protocol/fault'
import { limits, type Rate } from '../../../src-shared/protocol/limits'
import { createRateGate, sendThrough, type RateGate } from '../../../src-main/core/tasks/rate-gate'
import { createFakeClock, type FakeClock } from '../time/fake-clock'
import { limited } from '../service/limited'

describe('the rate gate of edits (spec 8)', () => {
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

  /** Sends one request to each phone as soon as it may. @returns when each was sent, in ms */
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

  it('keeps both limits in every span of time', () => {
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

  it('holds one phone when the refusal’s layer names a device', () => {
    gate.refused('a', limited(8, 'device_edits'))
    expect(gate.waitMs('a')).toBe(8500)
    expect(gate.waitMs('b')).toBe(0)
  })

  it.each([undefined, 'account_edits', 'per_key', 'planned', 'devices of the account'])(
    'holds every phone when the refusal’s layer is %s',
    (layer) => {
      gate.refused('a', limited(8, layer))
      expect(gate.waitMs('b')).toBe(8500)
    },
  )

  it('starts with one request after a hold, then at half the rate', () => {
    gate.refused('a', limited(2, 'account_edits'))
    const phones = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    clock.advance(2500)
    expect(phones.filter((each) => gate.take(each))).toEqual(['a'])
    clock.advance(1000)
    expect(phones.filter((each) => gate.take(each))).toEqual(['a', 'b'])
  })

  it('grows back to the full rate after a refusal', () => {
    const phones = Array.from({ length: 30 }, (_, index) => `dev_${index}`)
    gate.refused('dev_0', limited(2, 'account_edits'))
    clock.advance(12_500)
    expect(phones.filter((each) => gate.take(each)).length).toBeLessThan(18)
    // The bucket fills at the rate of the last look.
    for (let second = 0; second < 60; second += 1) {
      clock.advance(1000)
      gate.waitMs('dev_0')
    }
    expect(phones.filter((each) => gate.take(each))).toHaveLength(18)
  })

  it('sends as many after a hold as the service says are left', () => {
    gate.refused('a', limited(0, 'device_edits', 2))
    clock.advance(500)
    expect(takeAll('a')).toBe(2)
  })

  it('holds longer after each refusal in a row, once for those under way together', () => {
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

  it('holds for at most a day, whatever Retry-After says', () => {
    gate.refused('a', limited(Infinity))
    expect(gate.waitMs('b')).toBeLessThan(25 * 3_600_000)
  })
})

describe('requests through a gate', () => {
  it('keep its rate, and slow it down when the service refuses one', async () => {
    const clock = createFakeClock()
    const [perDevice, perAccount] = [
      { perSecond: 5, burst: 5 } as const,
      { perSecond: 20, burst: 20 } as const,
    ]
    const gate = createRateGate({ clock, random: () => 0, perDevice, perAccount })
    const sentAt: number[] = []
    const many = Promise.all(
      Array.from({ length: 60 }, async (_, phone) =>
        sendThrough(gate, clock, `dev_${phone}`, async () => void sentAt.push(clock.monotonic())),
      ),
    )
    let isDone = false
    void many.then(() => (isDone = true))
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve))
      if (!isDone) clock.runNext()
    }
    // 18 at once, then 18 a second: nine tenths of the rate.
    const last = (sentAt.at(-1) ?? 0) - (sentAt[0] ?? 0)
    expect(sentAt.filter((at) => at === sentAt[0])).toHaveLength(18)
    expect(last).toBeGreaterThan(2300)
    expect(last).toBeLessThan(2600)

    clock.advance(1000)
    const refusal = sendThrough(gate, clock, 'dev_0', () => Promise.reject(new FaultError(limited(3))))
    await expect(refusal).rejects.toThrow()
    expect(gate.waitMs('dev_1')).toBeGreaterThanOrEqual(3000)
  })
})
