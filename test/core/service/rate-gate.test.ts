import { setMaxListeners } from 'node:events'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { stepHasEnded } from '../../../src-shared/features/task-state'
import { FaultError } from '../../../src-shared/protocol/fault'
import { limits, type Rate } from '../../../src-shared/protocol/limits'
import { rates } from '../../../src-main/core/service/fault-policy'
import { RateGate } from '../../../src-main/core/service/rate-gate'
import { Tasks } from '../../../src-main/core/tasks/task'
import { createTokenBucket, type TokenBucket } from '../../../src-main/core/time/token-bucket'
import { createFakeClock, type FakeClock } from '../time/fake-clock'
import { limited } from './limited'

const never = new AbortController().signal
setMaxListeners(0, never)
const random = () => 0.5
const turn = () => new Promise((resolve) => setImmediate(resolve))
const phones = (count: number) => Array.from({ length: count }, (_, phone) => `dev_${phone}`)
const { editsPerDevice: perDevice, editsPerAccount: perAccount } = limits

describe('a rate that the service publishes', () => {
  let clock: FakeClock
  let gate: RateGate

  beforeEach(() => {
    clock = createFakeClock()
    gate = new RateGate({ clock, random, perDevice, perAccount })
  })
  /** Sends one request to each phone as soon as it may. @returns when each was sent, in ms */
  const sendAll = (publicIds: readonly string[]) => {
    const left = [...publicIds]
    const sent: { publicId: string; at: number }[] = []
    while (left.length > 0) {
      const index = left.findIndex((publicId) => gate.take(publicId))
      const [publicId] = index < 0 ? [] : left.splice(index, 1)
      if (publicId === undefined) clock.advance(Math.min(...left.map((each) => gate.waitMs(each))))
      else sent.push({ publicId, at: clock.monotonic() })
    }
    return sent
  }
  const exceeds = (at: readonly number[], { perSecond, burst }: Rate) =>
    at.some((from, first) =>
      at.some(
        (to, last) => last >= first && last - first + 1 > burst + (perSecond * (to - from)) / 1000 + 1e-6,
      ),
    )

  it('is kept in every span of time, a phone’s and the account’s', () => {
    const names = fc.array(fc.constantFrom(...phones(8)), { minLength: 1, maxLength: 60 })
    const pauses = fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 5 })
    const keeps = (publicIds: readonly string[], rests: readonly number[]) => {
      clock = createFakeClock()
      gate = new RateGate({ clock, random, perDevice, perAccount })
      const sent = [0, ...rests].flatMap((rest) => {
        clock.advance(rest)
        return sendAll(publicIds)
      })
      expect(
        exceeds(
          sent.map(({ at }) => at),
          perAccount,
        ),
      ).toBe(false)
      for (const publicId of new Set(publicIds)) {
        const own = sent.filter((each) => each.publicId === publicId)
        expect(
          exceeds(
            own.map(({ at }) => at),
            perDevice,
          ),
        ).toBe(false)
      }
    }
    fc.assert(fc.property(names, pauses, keeps), { numRuns: 40 })
  })

  it('holds one phone when the refusal’s layer names a device', () => {
    gate.answered('a', limited(8, 'device_edits'))
    expect(gate.waitMs('a')).toBe(8500)
    expect(gate.waitMs('b')).toBe(0)
  })

  it.each([undefined, 'account_edits', 'per_key', 'planned', 'devices of the account'])(
    'holds every phone when the refusal’s layer is %s',
    (layer) => {
      gate.answered('a', limited(8, layer))
      expect(gate.waitMs('b')).toBe(8500)
    },
  )

  it('begins with one request after a hold, slower than before, and grows back', () => {
    const many = phones(60)
    expect(many.filter((each) => gate.take(each))).toHaveLength(18)
    clock.advance(1500)
    gate.answered('dev_0', limited(2, 'account_edits'))
    clock.advance(2500)
    expect(many.filter((each) => gate.take(each))).toHaveLength(1)
    clock.advance(500)
    expect(many.filter((each) => gate.take(each)).length).toBeLessThan(3)
    sendAll(Array.from({ length: 200 }, (_, at) => many[at % 60] ?? ''))
    const from = clock.monotonic()
    sendAll(many.slice(0, 45))
    expect(45 / ((clock.monotonic() - from) / 1000)).toBeGreaterThan(4)
  })

  it('sends as many after a hold as the service says are left', () => {
    expect(phones(4).filter((each) => gate.take(each))).toHaveLength(4)
    gate.answered('dev_0', limited(1, 'account_edits', 2))
    clock.advance(1500)
    expect(phones(4).filter((each) => gate.take(each))).toHaveLength(2)
  })

  it('holds longer after each refusal in a row, once for those under way together', () => {
    const waits = [1, 2, 3].map(() => {
      gate.answered('a', limited(10))
      gate.answered('b', limited(10))
      const wait = gate.waitMs('a')
      clock.advance(wait)
      return wait
    })
    expect(waits).toEqual([10_500, 11_000, 12_000])
    gate.answered('a', null)
    gate.answered('a', limited(10))
    expect(gate.waitMs('a')).toBe(10_500)
  })

  it('holds for at most a day, whatever Retry-After says', () => {
    gate.answered('a', limited(Infinity))
    expect(gate.waitMs('b')).toBeLessThan(25 * 3_600_000)
  })
})

describe('a rate that the service does not publish', () => {
  let clock: FakeClock
  let gate: RateGate
  let sent: number
  let refused: number
  /** Requests that went out while the service wanted none. */
  let early: number

  beforeEach(() => {
    clock = createFakeClock()
    gate = new RateGate({ clock, random, ...rates.guess })
    sent = refused = early = 0
  })

  /** A service with this limit: a request takes 50 ms. */
  const service = (layer: string, perSecond: number, burst: number) => {
    const buckets = new Map<string, TokenBucket>()
    let heldUntil = 0
    return async (publicId: string) => {
      const subject = layer === 'per_device' ? publicId : ''
      const bucket = buckets.get(subject) ?? createTokenBucket(clock, perSecond, burst)
      buckets.set(subject, bucket)
      const isTaken = bucket.take()
      if (clock.monotonic() < heldUntil) early += 1
      await new Promise<void>((resolve) => clock.after(50, resolve))
      if (isTaken) sent += 1
      else {
        refused += 1
        const retryAfterS = Math.ceil(1 / perSecond)
        heldUntil = clock.monotonic() + retryAfterS * 1000
        throw new FaultError(limited(retryAfterS, layer))
      }
    }
  }
  const pass = async (isDone: () => boolean) => {
    while (!isDone()) {
      await turn()
      clock.runNext()
    }
  }
  /** Sends on many phones until all is sent. @returns seconds */
  const sendAll = async (
    count: number,
    each: number,
    act: (publicId: string) => Promise<void>,
    thinkMs = 0,
  ) => {
    const from = clock.monotonic()
    let isDone = false
    const all = Promise.all(
      phones(count).map(async (publicId) => {
        for (let times = 0; times < each; times += 1) {
          if (thinkMs > 0) await new Promise<void>((resolve) => clock.after(thinkMs, resolve))
          await gate.sendUntilTaken(publicId, () => act(publicId), never)
        }
      }),
    ).then(() => (isDone = true))
    await pass(() => isDone)
    await all
    return (clock.monotonic() - from) / 1000
  }

  it('is found within a tenth, with few refusals', async () => {
    const [perSecond, burst] = [25, 25]
    const seconds = await sendAll(100, 20, service('per_account', perSecond, burst))
    expect(sent).toBe(2000)
    expect(seconds).toBeLessThan(((2000 - burst) / perSecond) * 1.1)
    expect(refused).toBeLessThan(100)
  })

  it('is one for a task and a flow on the same account', async () => {
    const act = service('per_account', 20, 20)
    const tasks = new Tasks({ clock, random, note: () => undefined, onTasks: () => undefined })
    const steps = phones(200).map((publicId) => ({
      ...{ publicId, deviceName: publicId },
      run: () => act(publicId),
    }))
    tasks.start({ work: { kind: 'edit', edit: {} }, gate, idempotent: true, steps })
    const ended = () => tasks.all()[0]?.steps.filter(stepHasEnded).length ?? 0
    const seconds = await sendAll(30, 20, act)
    const byTask = ended()
    await pass(() => ended() === 200)
    expect(sent).toBe(800)
    expect(early).toBe(0)
    expect(refused).toBeLessThan(80)
    expect(seconds).toBeLessThan((800 / 20) * 1.2)
    expect(byTask).toBe(200)
  })

  it('is not lowered by a burst that others have used', async () => {
    const [perSecond, burst] = [50, 50]
    const act = service('per_account', perSecond, burst)
    for (let taken = 0; taken < burst / 2; taken += 1) void act('another')
    const seconds = await sendAll(100, 20, act)
    expect(seconds).toBeLessThan((2000 / perSecond) * 1.1)
  })

  it('is not starved by refusals that have nothing to do with it', async () => {
    const act = service('per_account', 5000, 5000)
    let left = 0
    const plan = () => {
      left += 2
      clock.after(4000, plan)
    }
    clock.after(4000, plan)
    const unkind = async (publicId: string) => {
      if (left > 0) {
        left -= 1
        throw new FaultError(limited(1))
      }
      await act(publicId)
    }
    // Without refusals 20 × 0.65 s; half of the time the account is held.
    const a = await sendAll(12, 20, unkind, 600)
    // Phones that ask for less are refused as often: 30 × 4.05 s.
    const b = await sendAll(12, 30, unkind, 4000)
    expect(a).toBeLessThan(40)
    expect(b).toBeLessThan(270)
  })

  it('grows where the service allows more', async () => {
    const s = await sendAll(100, 20, service('per_account', 5000, 5000))
    expect(s).toBeLessThan(8)
    expect(refused).toBe(0)
  })

  it('slows down the phone alone whose own limit is reached', async () => {
    const seconds = await sendAll(2, 30, service('per_device', 4, 4))
    expect(sent).toBe(60)
    expect(seconds).toBeLessThan(((30 - 4) / 4) * 1.25)
    expect(refused).toBeLessThan(20)
  })

  it('is found far below its guess', async () => {
    const s = await sendAll(12, 10, service('per_account', 1, 1))
    expect(s).toBeLessThan(119 * 1.3)
    expect(refused).toBeLessThan(40)
  })

  it('says who waits for a limit and until when, and asks once when a person says so', async () => {
    let isLimited = true
    const asked: string[] = []
    const act = async (publicId: string) => {
      asked.push(publicId)
      await turn()
      if (isLimited) throw new FaultError(limited(1800, 'account'))
    }
    const all = Promise.all(
      phones(3).map((publicId) => gate.sendUntilTaken(publicId, () => act(publicId), never)),
    )
    const settle = async () => {
      for (let times = 0; times < 9; times += 1) await turn()
    }
    const waits = () => [
      gate.waits?.phones,
      Math.round(((gate.waits?.until ?? 0) - clock.monotonic()) / 10_000),
    ]
    await settle()
    asked.length = 0
    expect(waits()).toEqual([3, 180])
    clock.advance(60_000)
    gate.hurry()
    await settle()
    expect(asked).toHaveLength(1)
    expect(waits()).toEqual([3, 180])
    isLimited = false
    gate.hurry()
    await settle()
    clock.advance(10_000)
    await settle()
    await all
    expect(asked).toHaveLength(4)
    expect(gate.waits).toBeNull()
  })

  it('sends nothing once it is stopped', async () => {
    const stop = AbortSignal.abort(new Error('stopped'))
    const send = () => Promise.resolve((sent += 1))
    await expect(gate.send('a', send, stop)).rejects.toThrow('stopped')
    expect(sent).toBe(0)
  })
})
