import { beforeEach, describe, expect, it } from 'vitest'
import type { Action } from '../../../src-shared/protocol/action'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import { createActByHand } from '../../../src-main/core/input/act-by-hand'
import type { Act } from '../../../src-main/core/input/act-on-phone'
import { createFakeClock, type FakeClock } from '../time/fake-clock'
import { limited } from '../service/limited'

const home: Action = { type: 'press', name: 'home' }

describe('an action by hand', () => {
  let clock: FakeClock
  let stop: AbortController
  let answers: (Fault | null)[]
  let tries: number[]
  let act: (publicId: string, action: Action) => ReturnType<Act>
  beforeEach(() => {
    clock = createFakeClock()
    stop = new AbortController()
    tries = []
    const byHand = createActByHand({
      clock,
      random: () => 0.5,
      act() {
        tries.push(clock.monotonic())
        const fault = answers.shift()
        return fault ? Promise.reject(new FaultError(fault)) : Promise.resolve({ result: {} })
      },
    })
    act = (publicId, action) => byHand(publicId, action, stop.signal)
  })
  /** Lets time pass until the action is over, which it is after less than this many turns. */
  const settle = async <Result>(promise: Promise<Result>) => {
    const over = Promise.allSettled([promise])
    for (let turn = 0; turn < 100; turn += 1) {
      await Promise.resolve()
      clock.runNext()
    }
    return (await over)[0]
  }

  it('is repeated once the service’s wait is over, a little later each time', async () => {
    answers = [limited(1), limited(2), null]
    expect(await settle(act('a', home))).toMatchObject({ status: 'fulfilled' })
    const [first = 0, ...later] = tries
    expect(later.map((at) => at - first)).toEqual([1500, 4500])
  })

  it('fails as refused after the third try', async () => {
    answers = [limited(1), limited(1), limited(1), null]
    expect(await settle(act('a', home))).toMatchObject({ status: 'rejected', reason: { fault: limited(1) } })
    expect(tries).toHaveLength(3)
  })

  it('waits for as long as the last one of its phone was asked to, and no longer', async () => {
    answers = [limited(1), limited(1), limited(2), null, null, null]
    await settle(act('a', home))
    const refusedAt = tries.at(-1) ?? 0
    const next = act('a', home)
    await settle(act('b', home))
    await settle(next)
    await settle(act('a', home))
    expect(tries.slice(3).map((at) => at - refusedAt)).toEqual([0, 2000, 2000])
  })

  it('is not done where it is given up while it waits for that', async () => {
    answers = [limited(1), limited(1), limited(1), null]
    await settle(act('a', home))
    const next = act('a', home)
    stop.abort(new FaultError({ kind: 'input-not-sent', why: 'cancelled' }))
    await expect(next).rejects.toMatchObject({ fault: { kind: 'input-not-sent', why: 'cancelled' } })
    expect(tries).toHaveLength(3)
  })

  it.each<[string, Fault]>([
    ['long waits', limited(60)],
    ['refusals of the phone', { kind: 'problem', code: 'command_rejected', status: 422, detail: '' }],
    ['what may have been done', { kind: 'problem', code: 'kernel_timeout', status: 504, detail: '' }],
  ])('is not done again after %s', async (_, fault) => {
    answers = [fault, null]
    expect(await settle(act('a', home))).toMatchObject({ status: 'rejected', reason: { fault } })
    expect(tries).toHaveLength(1)
  })

  it('is not done again once it is stopped, and then was refused', async () => {
    answers = [limited(1), null]
    const answer = act('a', home)
    answer.catch(() => undefined)
    for (let turn = 0; turn < 100; turn += 1) await Promise.resolve()
    expect(clock.pending).toBe(1)
    stop.abort()
    await expect(answer).rejects.toMatchObject({ fault: limited(1) })
    expect([tries.length, clock.pending]).toEqual([1, 0])
  })
})
