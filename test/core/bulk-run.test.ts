import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Run } from '../../src-shared/bridge/contract'
import { itemHasEnded } from '../../src-shared/bridge/run-state'
import type { Action } from '../../src-shared/protocol/action'
import { FaultError, type Fault } from '../../src-shared/protocol/fault'
import { limits } from '../../src-shared/protocol/limits'
import type { ProblemCode } from '../../src-shared/protocol/problem-code'
import type { BulkOrder } from '../../src-main/core/bulk-order'
import { createBulkRuns, type BulkRuns } from '../../src-main/core/bulk-run'
import { createPhoneLines, type Act, type PhoneLines } from '../../src-main/core/phone-lines'
import { createRateGate, type RateGate } from '../../src-main/core/rate-gate'
import { createFakeClock, type FakeClock } from './fake-clock'
import { faultOfCall } from './fault-of-call'

const problem = (code: ProblemCode, more: object = {}): Fault => ({
  kind: 'problem',
  code,
  status: 400,
  detail: '',
  ...more,
})
const lost: Fault = { kind: 'network', reason: 'connection-lost', host: 'h' }
const phones = (count: number) => Array.from({ length: count }, (_, index) => `dev_${index}`)
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** One request that the service has not answered yet. */
interface Pending {
  publicId: string
  answer(fault?: Fault): void
}

describe('a run over many phones', () => {
  let clock: FakeClock
  let gate: RateGate
  let runs: BulkRuns
  let told: Run[][]
  let pending: Pending[]
  let sent: string[]
  /** What the service says at once; undefined leaves it pending. */
  let reply: (publicId: string, time: number) => Fault | null | undefined

  beforeEach(() => {
    clock = createFakeClock()
    told = []
    pending = []
    sent = []
    reply = () => undefined
    gate = newGate()
    runs = createBulkRuns({ clock, random: () => 0.5, onRuns: (all) => told.push(all) })
  })
  const newGate = () =>
    createRateGate({
      clock,
      random: () => 0.5,
      perDevice: limits.editsPerDevice,
      perAccount: limits.editsPerAccount,
    })

  const ask = (publicId: string) =>
    new Promise<void>((resolve, reject) => {
      sent.push(publicId)
      const fail = (fault: Fault) => reject(new FaultError(fault))
      const said = reply(publicId, sent.filter((each) => each === publicId).length)
      if (said === null) resolve()
      else if (said) fail(said)
      else pending.push({ publicId, answer: (fault) => (fault ? fail(fault) : resolve()) })
    })
  const order = (publicIds: readonly string[], more: Partial<BulkOrder> = {}): BulkOrder => ({
    work: { kind: 'edit', edit: {} },
    gate,
    idempotent: true,
    steps: publicIds.map((publicId) => ({ publicId, deviceName: publicId, run: () => ask(publicId) })),
    ...more,
  })
  const start = async (publicIds: readonly string[], more: Partial<BulkOrder> = {}) => {
    const id = runs.start(order(publicIds, more))
    await settled()
    return id
  }
  const run = (id: string) => {
    const found = runs.all().find((each) => each.id === id)
    if (!found) throw new Error('there is no such run')
    return found
  }
  const states = (id: string) => run(id).items.map(({ state }) => state)
  const answerAll = async (fault?: Fault) => {
    for (const each of pending.splice(0)) each.answer(fault)
    await settled()
  }
  /** Lets time pass until the run is over. @returns how long it took, in ms */
  const finish = async (id: string) => {
    const from = clock.monotonic()
    while (!run(id).items.every(itemHasEnded)) {
      clock.runNext()
      await settled()
    }
    return clock.monotonic() - from
  }

  it('sends at most four at once, and the next when one is answered', async () => {
    const id = await start(phones(6))
    expect(sent).toEqual(phones(4))
    pending.shift()?.answer()
    await settled()
    expect(sent).toEqual(phones(5))
    expect(states(id)).toEqual(['done', 'under-way', 'under-way', 'under-way', 'under-way', 'waiting'])
  })

  it('takes as long as it said it would, and says how much is left of that', async () => {
    reply = () => null
    const id = await start(phones(60))
    const forecast = run(id).endsInMs ?? 0
    clock.advance(4000)
    await settled()
    expect(run(id).endsInMs).toBeGreaterThan(forecast - 4300)
    expect(run(id).endsInMs).toBeLessThan(forecast - 3700)
    expect(Math.abs(4000 + (await finish(id)) - forecast)).toBeLessThan(300)
    expect(run(id).endsInMs).toBeNull()
  })

  it('learns from a slow service that it takes longer', async () => {
    const id = await start(phones(40))
    clock.advance(10_000)
    await answerAll()
    expect(run(id).endsInMs).toBe(90_000)
  })

  it('counts down while nothing happens', async () => {
    gate.refused('dev_0', problem('rate_limited', { retryAfterS: 30 }))
    await start(['dev_0'])
    const before = told.length
    clock.advance(3000)
    const left = told.slice(before).map(([only]) => only?.endsInMs)
    expect(left).toEqual([29_500, 28_500, 27_500])
  })

  it('sends again what was rate-limited, as often as it takes, after what the service asks for', async () => {
    reply = (_, time) => (time <= 7 ? problem('rate_limited', { retryAfterS: 5 }) : null)
    const id = await start(['dev_0'])
    expect(run(id).items[0]).toMatchObject({ state: 'waiting', fault: { code: 'rate_limited' } })
    expect(run(id).endsInMs).toBeGreaterThan(5000)
    expect(await finish(id)).toBeGreaterThan(35_000)
    expect(states(id)).toEqual(['done'])
  })

  it('does not count refusals by the rate as tries', async () => {
    reply = (_, time) => {
      if (time > 8) return null
      return problem(time > 5 ? 'upstream_unavailable' : 'rate_limited')
    }
    const id = await start(['dev_0'])
    await finish(id)
    expect(states(id)).toEqual(['done'])
  })

  it('meets no storm: one refusal holds everything that would follow it', async () => {
    const id = await start(phones(30))
    await answerAll(problem('rate_limited', { retryAfterS: 10, limitLayer: 'account_edits' }))
    clock.advance(10_400)
    await settled()
    expect(sent).toHaveLength(4)
    reply = () => null
    await finish(id)
    expect(sent).toHaveLength(34)
  })

  it('sends an idempotent step again, after growing waits, four times in all', async () => {
    const fault = problem('upstream_unavailable')
    reply = () => fault
    const id = await start(['dev_0'])
    const waits: number[] = []
    while (states(id)[0] === 'waiting') {
      const before = clock.monotonic()
      const times = sent.length
      while (sent.length === times && states(id)[0] === 'waiting') {
        clock.advance(1)
        await settled()
      }
      waits.push(clock.monotonic() - before)
    }
    expect(waits).toEqual([500, 1000, 2000])
    expect(run(id).items).toMatchObject([{ state: 'unknown', fault }])
  })

  describe('while nothing answers', () => {
    const refused: Fault = { kind: 'network', reason: 'connection-refused', host: 'h' }
    const noNetwork: Fault = { kind: 'network', reason: 'no-network', host: 'h' }
    let fault: Fault | null

    beforeEach(() => {
      fault = null
      reply = () => fault
    })
    const pass = async (ms: number) => {
      const end = clock.monotonic() + ms
      while (clock.monotonic() < end) {
        clock.advance(100)
        await settled()
      }
    }

    it.each([
      [lost, true],
      [refused, true],
      [noNetwork, true],
      [{ kind: 'launch-unsent' } as const, false],
    ])(
      'sends one at a time that does no harm to show whether it is over, the rest waits, and then it goes on: %o',
      async (silence, idempotent) => {
        const id = await start(phones(60), { idempotent })
        await pass(1000)
        const done = sent.length
        fault = silence
        await pass(240_000)
        const inVain = sent.slice(done)
        expect(new Set(states(id))).toEqual(new Set(['done', 'waiting']))
        expect(inVain.length).toBeLessThan(20)
        expect(run(id).items.find(({ fault: why }) => why)).toMatchObject({
          state: 'waiting',
          fault: silence,
        })
        fault = null
        await finish(id)
        expect(new Set(states(id))).toEqual(new Set(['done']))
        expect(sent).toHaveLength(60 + inVain.length)
      },
    )

    it('says no end before it may be over', async () => {
      fault = refused
      const id = await start(phones(30))
      await pass(60_000)
      const [probe] = sent.slice(-1)
      expect(probe).toBeDefined()
      const toNext = async () => {
        const from = clock.monotonic()
        const times = sent.length
        while (sent.length === times) await pass(100)
        return clock.monotonic() - from
      }
      await toNext()
      const said = run(id).endsInMs ?? 0
      expect(said).toBeGreaterThanOrEqual(await toNext())
    })

    it('sends nothing twice that may have been carried out and is not idempotent, and does not wait with the rest', async () => {
      reply = (publicId) => (publicId === 'dev_1' ? lost : null)
      const id = await start(phones(6), { idempotent: false })
      expect(states(id)).toEqual(['done', 'unknown', 'done', 'done', 'done', 'done'])
    })

    it('does not keep the others for a phone that alone is not answered', async () => {
      reply = (publicId) => (publicId === 'dev_0' ? lost : null)
      const id = await start(phones(20))
      await pass(5000)
      expect(states(id)).toEqual(['waiting', ...Array(19).fill('done')])
      await finish(id)
      expect(run(id).items[0]).toMatchObject({ state: 'unknown', fault: lost })
    })

    it('gives a step up that nothing has answered for more than ten minutes', async () => {
      fault = refused
      const id = await start(['dev_0'])
      expect(await finish(id)).toBeGreaterThan(600_000)
      expect(run(id).items).toMatchObject([{ state: 'failed', fault: refused }])
    })

    it('can be cancelled', async () => {
      fault = lost
      const id = await start(phones(9))
      await pass(20_000)
      runs.cancel(id)
      expect(states(id)).toEqual([...Array(4).fill('unknown'), ...Array(5).fill('cancelled')])
    })

    it('goes on waiting when all that is heard is that a launch stays unknown', async () => {
      const unsent: Fault = { kind: 'launch-unsent' }
      const answers = new Map<string, (fault: Fault) => void>()
      const steps = phones(3).map((publicId) => ({
        publicId,
        deviceName: publicId,
        run: async (_: AbortSignal, rest: (because: Fault, mostMs: number) => void) => {
          sent.push(publicId)
          if (publicId === 'dev_1') throw new FaultError(unsent)
          rest({ kind: 'launch-in-doubt' }, 90_000)
          throw new FaultError(await new Promise<Fault>((resolve) => answers.set(publicId, resolve)))
        },
      }))
      const id = await start([], { steps, idempotent: false })
      expect(states(id)).toEqual(['under-way', 'waiting', 'under-way'])
      expect(sent).toEqual(phones(3))
      await pass(20_000)
      const inVain = sent.length
      expect(inVain).toBeGreaterThan(4)
      answers.get('dev_0')?.({ kind: 'launch-unknown' })
      await settled()
      expect(states(id)[0]).toBe('unknown')
      expect(sent).toHaveLength(inVain)
    })

    it('is over when a launch was sent, whatever becomes of it', async () => {
      let isOut = true
      const steps = phones(9).map((publicId) => ({
        publicId,
        deviceName: publicId,
        run: async (_: AbortSignal, rest: (because: Fault, mostMs: number) => void) => {
          if (isOut) throw new FaultError({ kind: 'launch-unsent' })
          rest({ kind: 'launch-in-doubt' }, 90_000)
          await new Promise(() => undefined)
        },
      }))
      const id = await start([], { steps, idempotent: false })
      await pass(60_000)
      isOut = false
      while (!states(id).includes('under-way')) await pass(100)
      expect(states(id)).toEqual(Array(9).fill('under-way'))
    })

    it('learns nothing from it of how long a step takes', async () => {
      reply = () => undefined
      const id = await start(phones(60))
      await pass(30_000)
      await answerAll(lost)
      expect(run(id).endsInMs).toBeLessThan(15_000)
    })

    it('is over as soon as anything else is heard', async () => {
      fault = lost
      const id = await start(phones(9))
      await pass(200_000)
      fault = null
      expect(new Set(states(id))).toEqual(new Set(['waiting']))
      runs.heard()
      await settled()
      expect(new Set(states(id))).toEqual(new Set(['done']))
    })
  })

  it.each([problem('upstream_unavailable'), lost, { kind: 'cancelled' } as const])(
    'does not send a step twice that may have been carried out and is not idempotent: %o',
    async (fault) => {
      reply = () => fault
      const id = await start(['dev_0'], { idempotent: false })
      expect(run(id).items).toMatchObject([{ state: 'unknown', fault }])
      clock.advance(100_000)
      await settled()
      expect(sent).toHaveLength(1)
    },
  )

  it('does not know what became of a step that may have been carried out before it failed for another reason', async () => {
    const refused: Fault = { kind: 'network', reason: 'connection-refused', host: 'h' }
    reply = (_, time) => (time === 1 ? lost : refused)
    const id = await start(['dev_0'])
    await finish(id)
    expect(run(id).items).toMatchObject([{ state: 'unknown', fault: refused }])
    runs.retry(id)
    await finish(id)
    expect(states(id)).toEqual(['failed'])
  })

  it.each([
    problem('quota_exceeded'),
    problem('unauthorized'),
    problem('forbidden', { detail: 'scope manage is required' }),
    { kind: 'socket-closed', code: 4401, reason: '' } as const,
  ])('is over at once when the rest would fail too, and sends nothing more: %o', async (fault) => {
    const id = await start(phones(9))
    const [first, second] = pending.splice(0)
    first?.answer(fault)
    await settled()
    second?.answer(problem('rate_limited'))
    await settled()
    expect(run(id).items[0]).toMatchObject({ state: 'failed', fault })
    expect(run(id).items[1]).toMatchObject({ state: 'not-tried', fault: null })
    expect(states(id).slice(2)).toEqual([...Array(2).fill('under-way'), ...Array(5).fill('not-tried')])
    expect(run(id).endedBy).toEqual(fault)
    clock.advance(100_000)
    await settled()
    expect(sent).toHaveLength(4)
  })

  it('tries what was not tried when it is tried again, and says no more why it ended', async () => {
    reply = (publicId, time) => (publicId === 'dev_0' && time === 1 ? problem('insufficient_tokens') : null)
    const id = await start(phones(7), { idempotent: false })
    expect(states(id)).toEqual(['failed', 'done', 'done', 'done', 'not-tried', 'not-tried', 'not-tried'])
    runs.retry(id)
    await finish(id)
    expect(new Set(states(id))).toEqual(new Set(['done']))
    expect(run(id).endedBy).toBeNull()
  })

  it('keeps the reason for which it ended when it is cancelled after that', async () => {
    const fault = problem('quota_exceeded')
    const id = await start(phones(9))
    pending.shift()?.answer(fault)
    await settled()
    runs.cancel(id)
    expect(run(id).endedBy).toEqual(fault)
  })

  it('goes on when one phone alone is refused', async () => {
    reply = (publicId) => (publicId === 'dev_1' ? problem('device_not_found') : null)
    const id = await start(phones(3))
    await finish(id)
    expect(states(id)).toEqual(['done', 'failed', 'done'])
  })

  it('that is cancelled sends nothing more, and says how what was under way has ended', async () => {
    const id = await start(phones(8))
    runs.cancel(id)
    expect(states(id).slice(4)).toEqual(['cancelled', 'cancelled', 'cancelled', 'cancelled'])
    expect(states(id).slice(0, 4)).toEqual(['under-way', 'under-way', 'under-way', 'under-way'])
    const faults = [undefined, problem('rate_limited'), problem('upstream_unavailable'), lost]
    for (const [index, each] of pending.splice(0).entries()) each.answer(faults[index])
    await settled()
    expect(states(id).slice(0, 4)).toEqual(['done', 'cancelled', 'unknown', 'unknown'])
    expect(run(id).endedBy).toBeNull()
    clock.advance(100_000)
    await settled()
    expect(sent).toHaveLength(4)
  })

  it('tries only what failed again, when it is over', async () => {
    reply = (publicId, time) => (publicId === 'dev_1' && time === 1 ? problem('device_blocked') : null)
    const id = await start(phones(3))
    expect(states(id)).toEqual(['done', 'failed', 'done'])
    runs.retry(id)
    await settled()
    expect(states(id)).toEqual(['done', 'done', 'done'])
    expect(sent).toEqual(['dev_0', 'dev_1', 'dev_2', 'dev_1'])
  })

  it('waits for the rate as ever when it is tried again after it was given up', async () => {
    reply = (_, time) => [problem('quota_exceeded'), problem('rate_limited'), null][time - 1]
    const id = await start(['dev_0'])
    runs.retry(id)
    await settled()
    expect(states(id)).toEqual(['waiting'])
    await finish(id)
    expect(states(id)).toEqual(['done'])
  })

  it('cannot be tried again while it is under way', async () => {
    const id = await start(phones(1))
    expect(() => runs.retry(id)).toThrow(FaultError)
  })

  it('asks one phone for one thing after the other, also of several runs', async () => {
    await start(['dev_0'])
    const second = await start(['dev_0', 'dev_1'])
    expect(sent).toEqual(['dev_0', 'dev_1'])
    expect(states(second)).toEqual(['waiting', 'under-way'])
    await answerAll(problem('upstream_unavailable'))
    expect(sent, 'also while the first waits for another try').toEqual(['dev_0', 'dev_1'])
  })

  it('does not wait for a run that has a gate of its own', async () => {
    await start(phones(8))
    await start(phones(2), { gate: newGate() })
    expect(sent).toEqual([...phones(4), ...phones(2)])
  })

  it('looks at each step before it sends any: what need not be sent is done, what cannot be has failed', async () => {
    const [needed, idle, wrong] = order(phones(3)).steps
    if (!needed || !idle || !wrong) throw new Error('there are three')
    const fault: Fault = { kind: 'invalid-edit', fields: [] }
    const id = await start([], {
      steps: [
        needed,
        { ...idle, isNeeded: () => false },
        {
          ...wrong,
          isNeeded: () => {
            throw new FaultError(fault)
          },
        },
      ],
    })
    expect(run(id).items).toMatchObject([
      { state: 'under-way' },
      { state: 'done' },
      { state: 'failed', fault },
    ])
    expect(sent).toEqual(['dev_0'])
  })

  it('tries no phone when what it needs first cannot be had, and says why once', async () => {
    const id = await start(phones(2), { prepare: () => Promise.reject(new FaultError(lost)) })
    expect(run(id).items).toMatchObject([
      { state: 'not-tried', fault: null },
      { state: 'not-tried', fault: null },
    ])
    expect(run(id).endedBy).toEqual(lost)
    expect(sent).toEqual([])
  })

  it('is forgotten when it is over and put away, not before', async () => {
    const first = await start(['dev_0'])
    await answerAll()
    const second = await start(['dev_1'])
    runs.clear()
    expect(runs.all().map(({ id }) => id)).toEqual([second])
    expect(first).not.toBe(second)
  })

  it('does not pile up with those that went before it', async () => {
    reply = () => null
    for (let index = 0; index < 30; index++) await start([`other_${index}`], { gate: newGate() })
    expect(runs.all().length).toBeLessThanOrEqual(6)
  })

  it('tells of itself four times a second at most, and of its end in the same object each time', async () => {
    reply = () => null
    const id = await start(phones(60))
    const before = told.length
    for (let passed = 0; passed < 5000; passed += 10) {
      clock.advance(10)
      await settled()
    }
    expect(told.length - before).toBeLessThanOrEqual(20)
    expect(told.length - before).toBeGreaterThan(10)
    await finish(id)
    const ended = run(id)
    await start(['other'], { gate: newGate() })
    expect(run(id)).toBe(ended)
    const failing = await start(['dev_0'], {
      gate: newGate(),
      prepare: () => Promise.reject(new FaultError(lost)),
    })
    const failed = run(failing)
    runs.retry(failing)
    expect(run(failing)).not.toBe(failed)
  })

  describe('with a step that only waits from some point on', () => {
    const doubt: Fault = { kind: 'launch-in-doubt' }
    let rests: Map<string, (mostMs: number) => void>

    const startResting = (publicIds: readonly string[]) => {
      rests = new Map()
      return start([], {
        idempotent: false,
        steps: publicIds.map((publicId) => ({
          publicId,
          deviceName: publicId,
          run: (_, rest) => {
            rests.set(publicId, (mostMs) => rest(doubt, mostMs))
            return ask(publicId)
          },
        })),
      })
    }
    const restAll = (mostMs: number) => {
      for (const rest of rests.values()) rest(mostMs)
    }

    it('gives its place to the next, once, and says meanwhile why it is not over', async () => {
      const id = await startResting(phones(9))
      for (const publicId of phones(4)) rests.get(publicId)?.(90_000)
      rests.get('dev_0')?.(90_000)
      await settled()
      expect(sent).toEqual(phones(8))
      expect(run(id).items[0]).toMatchObject({ state: 'under-way', fault: doubt })
      expect(run(id).items[4]).toMatchObject({ state: 'under-way', fault: null })
      const [first] = pending.splice(0, 1)
      first?.answer()
      await settled()
      expect(run(id).items[0]).toMatchObject({ state: 'done', fault: null })
      expect(sent, 'its place was given before').toEqual(phones(8))
    })

    it('says no end before that of its wait, and learns nothing from it of how long a step takes', async () => {
      const id = await startResting(phones(4))
      clock.advance(100)
      restAll(90_000)
      expect(run(id).endsInMs).toBe(90_100)
      clock.advance(60_000)
      expect(run(id).endsInMs).toBe(30_100)
      const [first, ...others] = pending.splice(0)
      for (const each of others) each.answer()
      await settled()
      expect(run(id).endsInMs).toBe(30_100)
      const next = await start(['dev_5'])
      expect(run(next).endsInMs, 'of another phone').toBe(100)
      const same = await start(['dev_0'])
      expect(run(same).endsInMs, 'of the phone that is waited for').toBe(30_100)
      first?.answer(problem('device_blocked'))
      await settled()
      expect(states(id)[0]).toBe('failed')
    })

    it('asks the phone for nothing else meanwhile', async () => {
      await startResting(['dev_0'])
      restAll(90_000)
      await start(['dev_0', 'dev_1'])
      expect(sent).toEqual(['dev_0', 'dev_1'])
    })
  })

  describe('on phones that are used by hand too', () => {
    const home: Action = { type: 'press', name: 'home' }
    let lines: PhoneLines
    /** Ends what hands do on the phones. */
    let answerHands: () => Promise<void>

    beforeEach(() => {
      const asked: (() => void)[] = []
      answerHands = async () => {
        for (const answer of asked.splice(0)) answer()
        await settled()
      }
      lines = createPhoneLines({
        clock,
        open: () => null,
        pass: (publicId) => sent.push(`${publicId} by hand`),
        act(publicId) {
          sent.push(`${publicId} by hand`)
          return new Promise((resolve) => asked.push(() => resolve({ result: {} })))
        },
        onUnderWay: () => undefined,
        onMissed: () => undefined,
      })
    })
    const startInTurn = (publicIds: readonly string[]) =>
      start(publicIds, {
        idempotent: false,
        steps: publicIds.map((publicId) => ({
          publicId,
          deviceName: publicId,
          run: () => ask(publicId),
          async inTurn(send) {
            const by: Act = async (_publicId, _action, stop) => {
              await send(stop)
              return { result: {} }
            }
            await lines.act(publicId, home, { by })
          },
        })),
      })
    const useByHand = (publicIds: readonly string[]) => {
      for (const publicId of publicIds) void lines.act(publicId, home)
      sent = []
    }
    const slower = problem('rate_limited', { retryAfterS: 2, limitLayer: 'device' })

    it('takes nothing while it waits behind a hand, and its turn before what is made after it', async () => {
      useByHand(phones(4))
      const free = gate.forecastMs(phones(30))
      const id = await startInTurn(phones(4))
      expect(states(id)).toEqual(Array(4).fill('waiting'))
      expect(gate.forecastMs(phones(30))).toBe(free)
      await startInTurn(['dev_5'])
      expect(sent).toEqual(['dev_5'])
      lines.gesture('dev_0', { kind: 'key', key: 'enter' })
      await answerHands()
      expect(sent.slice(1)).toEqual(phones(3))
      await answerAll()
      expect(sent.slice(4).toSorted()).toEqual(['dev_0 by hand', 'dev_3'])
    })

    it('is cancelled there at once, and its turn passes', async () => {
      useByHand(['dev_0'])
      const id = await startInTurn(['dev_0'])
      runs.cancel(id)
      expect(states(id)).toEqual(['cancelled'])
      await answerHands()
      expect(sent).toEqual([])
      const next = await startInTurn(['dev_1'])
      lines.gesture('dev_1', { kind: 'key', key: 'enter' })
      await answerAll(slower)
      runs.cancel(next)
      await settled()
      expect(sent).toEqual(['dev_1', 'dev_1 by hand'])
      runs.close()
      expect(clock.pending).toBe(0)
    })

    it('has failed where its turn is given up, also while it waits for a place there', async () => {
      useByHand(['dev_0'])
      const id = await startInTurn(['dev_0'])
      lines.giveUp('dev_0')
      await settled()
      expect(run(id).items[0]).toMatchObject({ state: 'failed', fault: { kind: 'given-up' } })
      const next = await startInTurn(['dev_1'])
      await answerAll(slower)
      expect(states(next)).toEqual(['waiting'])
      lines.giveUp('dev_1')
      await settled()
      expect(run(next).items[0]).toMatchObject({ state: 'failed', fault: { kind: 'given-up' } })
    })

    it('keeps its turn while the rate refuses it for a moment, and says so', async () => {
      const id = await startInTurn(['dev_0'])
      lines.gesture('dev_0', { kind: 'key', key: 'enter' })
      await answerAll(slower)
      expect(run(id).items[0]).toMatchObject({ state: 'waiting', fault: slower })
      expect(sent).toEqual(['dev_0'])
      clock.advance(4000)
      await settled()
      expect(sent).toEqual(['dev_0', 'dev_0'])
      await answerAll()
      expect(sent).toEqual(['dev_0', 'dev_0', 'dev_0 by hand'])
      expect(states(id)).toEqual(['done'])
    })

    it('lets what was made after it go on where it would have to wait for long, and comes again', async () => {
      const id = await startInTurn(['dev_0'])
      lines.gesture('dev_0', { kind: 'key', key: 'enter' })
      await answerAll(problem('rate_limited', { retryAfterS: 30, limitLayer: 'device' }))
      expect(sent).toEqual(['dev_0', 'dev_0 by hand'])
      reply = () => null
      await finish(id)
      expect(sent).toEqual(['dev_0', 'dev_0 by hand', 'dev_0'])
      expect(states(id)).toEqual(['done'])
    })

    it('does not keep a hand waiting for a place that others have', async () => {
      useByHand(['dev_4'])
      // There is room when it takes its turn, and none any more when that comes.
      const id = await startInTurn(['dev_4'])
      await startInTurn(phones(4))
      lines.gesture('dev_4', { kind: 'key', key: 'enter' })
      await answerHands()
      clock.advance(4990)
      await settled()
      expect(sent).not.toContain('dev_4 by hand')
      clock.advance(10)
      await settled()
      expect(sent.at(-1)).toBe('dev_4 by hand')
      expect(states(id)).toEqual(['waiting'])
      await answerAll()
      expect(sent.at(-1)).toBe('dev_4')
    })

    it('tells those behind it that the phone is silent', async () => {
      const id = await startInTurn(['dev_0'])
      const behind = faultOfCall(lines.act('dev_0', home))
      await answerAll({ kind: 'network', reason: 'timeout', host: 'h' })
      expect(await behind).toEqual({ kind: 'behind-unanswered', waited: 1 })
      expect(states(id)).toEqual(['unknown'])
    })
  })

  it('leaves no timer when it is over, or closed', async () => {
    const id = await start(phones(30))
    runs.close()
    expect(clock.pending).toBe(0)
    expect(new Set(states(id))).toEqual(new Set(['unknown', 'cancelled']))
    await answerAll()
    expect(clock.pending).toBe(0)
    expect(sent).toHaveLength(4)
    expect(new Set(states(id))).toEqual(new Set(['unknown', 'cancelled']))
  })

  const codes = ['rate_limited', 'upstream_unavailable', 'device_not_found', 'rename_unavailable'] as const
  const events = fc.array(
    fc.oneof(
      fc.record({ do: fc.constant('answer' as const), with: fc.constantFrom(null, ...codes), at: fc.nat(3) }),
      fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 9000 }) }),
      fc.record({ do: fc.constant('cancel' as const), run: fc.nat(2) }),
      fc.record({ do: fc.constant('start' as const), phones: fc.array(fc.nat(5), { minLength: 1 }) }),
    ),
    { maxLength: 40 },
  )

  it('ends each of its items once, whatever happens in whatever order, and never is two on a phone', async () => {
    await fc.assert(
      fc.asyncProperty(events, fc.boolean(), async (story, idempotent) => {
        clock = createFakeClock()
        gate = newGate()
        pending = []
        sent = []
        reply = () => undefined
        const ended = new Map<string, string>()
        const look = (all: Run[]) => {
          for (const { id, items } of all) {
            for (const item of items.filter(itemHasEnded)) {
              const key = `${id} ${item.publicId}`
              expect(ended.get(key) ?? item.state).toBe(item.state)
              ended.set(key, item.state)
            }
          }
        }
        runs = createBulkRuns({ clock, random: () => 0.5, onRuns: look })
        const started: string[] = []
        let items = 0
        for (const event of story) {
          if (event.do === 'pass') clock.advance(event.ms)
          else if (event.do === 'cancel') runs.cancel(started[event.run] ?? '')
          else if (event.do === 'start') {
            const ids = [...new Set(event.phones)].map((phone) => `dev_${phone}`)
            items += ids.length
            started.push(runs.start(order(ids, { idempotent })))
          } else {
            const [answered] = pending.splice(event.at, 1)
            answered?.answer(event.with === null ? undefined : problem(event.with))
          }
          await settled()
          expect(pending.length).toBeLessThanOrEqual(4)
          expect(new Set(pending.map(({ publicId }) => publicId)).size).toBe(pending.length)
        }
        reply = () => null
        await answerAll()
        while (runs.all().some((each) => !each.items.every(itemHasEnded))) {
          clock.runNext()
          await settled()
        }
        look(runs.all())
        expect(ended.size).toBe(items)
      }),
      { numRuns: 60 },
    )
  })
})
