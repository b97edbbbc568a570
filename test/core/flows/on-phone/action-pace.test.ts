import { setMaxListeners } from 'node:events'
import { beforeEach, describe, expect, it } from 'vitest'
import { FaultError } from '../../../../src-shared/protocol/fault'
import { createActionPace, type ActionPace } from '../../../../src-main/core/flows/on-phone/action-pace'
import { createTokenBucket } from '../../../../src-main/core/time/token-bucket'
import { createFakeClock, type FakeClock } from '../../time/fake-clock'

const never = new AbortController().signal
setMaxListeners(0, never)
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('the pace of a run’s actions', () => {
  let clock: FakeClock
  let pace: ActionPace
  let sent: number
  let refused: number

  beforeEach(() => {
    clock = createFakeClock()
    pace = createActionPace(clock)
    sent = 0
    refused = 0
  })

  /** A service with this limit: an action takes 50 ms. */
  const service = (layer: string, perSecond: number, burst: number) => {
    const buckets = new Map<string, ReturnType<typeof createTokenBucket>>()
    return async (publicId: string) => {
      const subject = layer === 'per_device' ? publicId : ''
      const bucket = buckets.get(subject) ?? createTokenBucket(clock, perSecond, burst)
      buckets.set(subject, bucket)
      if (!bucket.take()) {
        refused += 1
        const retryAfterS = Math.ceil(1 / perSecond)
        throw new FaultError({
          kind: 'problem',
          code: 'rate_limited',
          status: 429,
          detail: '',
          limitLayer: layer,
          retryAfterS,
        })
      }
      sent += 1
      await new Promise<void>((resolve) => clock.after(50, resolve))
    }
  }
  /** Sends on many phones until all is sent. @returns seconds */
  const sendAll = async (
    phones: number,
    each: number,
    act: (publicId: string) => Promise<void>,
    thinkMs = 0,
  ) => {
    const from = clock.monotonic()
    let isDone = false
    const all = Promise.all(
      Array.from({ length: phones }, async (_, phone) => {
        for (let count = 0; count < each; count += 1) {
          if (thinkMs > 0) await new Promise<void>((resolve) => clock.after(thinkMs, resolve))
          await pace.send(`dev_${phone}`, never, () => act(`dev_${phone}`))
        }
      }),
    ).then(() => (isDone = true))
    while (!isDone) {
      await turn()
      clock.runNext()
    }
    await all
    return (clock.monotonic() - from) / 1000
  }

  it('takes at most 1.1 × what the account’s limit allows, with few refusals', async () => {
    const [perSecond, burst] = [25, 25]
    const seconds = await sendAll(100, 20, service('per_account', perSecond, burst))
    expect(sent).toBe(2000)
    expect(seconds).toBeLessThan(((2000 - burst) / perSecond) * 1.1)
    expect(refused).toBeLessThan(100)
  })

  it('takes a burst that others have used for no limit of the rate', async () => {
    const [perSecond, burst] = [50, 50]
    const act = service('per_account', perSecond, burst)
    for (let taken = 0; taken < burst / 2; taken += 1) void act('another')
    const seconds = await sendAll(100, 20, act)
    expect(seconds).toBeLessThan((2000 / perSecond) * 1.1)
  })

  it('is not starved by refusals that have nothing to do with its rate', async () => {
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
        throw new FaultError({
          kind: 'problem',
          code: 'rate_limited',
          status: 429,
          detail: '',
          retryAfterS: 1,
        })
      }
      await act(publicId)
    }
    // Without refusals 20 × 0.65 s; half of the time the account is held.
    expect(await sendAll(12, 20, unkind, 600)).toBeLessThan(40)
    // Phones that ask for less are refused as often: 30 × 4.05 s.
    expect(await sendAll(12, 30, unkind, 4000)).toBeLessThan(270)
  })

  it('is not held up by a guess where the service allows more', async () => {
    const seconds = await sendAll(100, 20, service('per_account', 5000, 5000))
    expect(refused).toBe(0)
    expect(seconds).toBeLessThan(8)
  })

  it('slows down the phone alone whose own limit is reached', async () => {
    const seconds = await sendAll(2, 30, service('per_device', 4, 4))
    expect(sent).toBe(60)
    expect(seconds).toBeLessThan(((30 - 4) / 4) * 1.25)
    expect(refused).toBeLessThan(20)
  })

  it('finds a rate far below its guess', async () => {
    const seconds = await sendAll(12, 10, service('per_account', 1, 1))
    expect(seconds).toBeLessThan(119 * 1.3)
    expect(refused).toBeLessThan(40)
  })

  it('says who waits for a limit and until when, and asks once when a person says so', async () => {
    let isLimited = true
    const asked: string[] = []
    const fault = { kind: 'problem', code: 'rate_limited', status: 429, detail: '' } as const
    const limited = async (publicId: string) => {
      asked.push(publicId)
      await turn()
      if (isLimited) throw new FaultError({ ...fault, limitLayer: 'account', retryAfterS: 1800 })
    }
    const phones = Promise.all(
      ['dev_0', 'dev_1', 'dev_2'].map((publicId) => pace.send(publicId, never, () => limited(publicId))),
    )
    const settle = async () => {
      for (let times = 0; times < 9; times += 1) await turn()
    }
    await settle()
    asked.length = 0
    expect(pace.waits).toEqual({ phones: 3, until: clock.monotonic() + 1_800_000 })
    clock.advance(60_000)
    pace.tryNow()
    await settle()
    expect(asked).toHaveLength(1)
    expect(pace.waits).toEqual({ phones: 3, until: clock.monotonic() + 1_800_000 })
    isLimited = false
    pace.tryNow()
    await settle()
    clock.advance(10_000)
    await settle()
    await phones
    expect(asked).toHaveLength(4)
    expect(pace.waits).toBeNull()
  })

  it('sends nothing once it is stopped', async () => {
    const stop = new AbortController()
    stop.abort(new Error('stopped'))
    await expect(pace.send('a', stop.signal, () => Promise.resolve((sent += 1)))).rejects.toThrow('stopped')
    expect(sent).toBe(0)
  })
})
