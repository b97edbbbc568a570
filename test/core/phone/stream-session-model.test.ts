import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Fault } from '../../../src-shared/protocol/fault'
import { createBackoff } from '../../../src-main/core/time/backoff'
import { createConnectGate } from '../../../src-main/core/planning/connect-gate'
import { createStreamSession } from '../../../src-main/core/phone/stream-session'
import { createFakeClock } from '../time/fake-clock'
import { createScriptedDial, type Attempt } from '../service/scripted-dial'

const problem = (code: 'unauthorized' | 'forbidden' | 'rate_limited' | 'device_blocked'): Fault => ({
  kind: 'problem',
  code,
  status: 403,
  detail: '',
  ...(code === 'rate_limited' ? { retryAfterS: 7 } : {}),
})
const reasons: readonly Fault[] = [
  problem('unauthorized'),
  problem('forbidden'),
  problem('rate_limited'),
  problem('device_blocked'),
  { kind: 'budget-used-up', budget: 'active_minutes', resetsAt: '2030-01-01T01:00:00Z' },
  { kind: 'handshake-refused', status: 403, channel: 'stream', withoutRead: true },
]

// The service lets in more often than it refuses, so that runs come far.
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ start: fc.constantFrom(5, 30) }) },
  { weight: 1, arbitrary: fc.constant('stop' as const) },
  { weight: 3, arbitrary: fc.constant('retry' as const) },
  { weight: 2, arbitrary: fc.constantFrom('park-key' as const, 'unpark-key' as const) },
  { weight: 8, arbitrary: fc.record({ opens: fc.nat(1) }) },
  { weight: 3, arbitrary: fc.record({ frame: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ refuses: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ fails: fc.nat(1) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      closes: fc.nat(1),
      code: fc.constantFrom(1001, 1006, 1011, 4290, 4290, 4290, 4400, 4401, 4403, 4409, 4999),
    }),
  },
  { weight: 3, arbitrary: fc.record({ answers: fc.constantFrom(...reasons) }) },
  { weight: 2, arbitrary: fc.record({ usedUp: fc.boolean() }) },
  { weight: 8, arbitrary: fc.record({ wait: fc.constantFrom(0, 0, 50, 700, 5000, 40_000, 4_000_000) }) },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

function createRun() {
  const clock = createFakeClock()
  const net = createScriptedDial()
  const gate = createConnectGate(clock)
  // An attempt that the service has not ended, and whether it has let it in.
  const lines = new Map<Attempt, { isOpen: boolean }>()
  const diagnoses: ((fault: Fault) => void)[] = []
  const budgets: ((fault: Fault | null) => void)[] = []
  let frames = 0
  // A connect before this would be one that no wait, or no person, allowed.
  let notBefore = -Infinity
  const stream = createStreamSession({
    dial: () => (events) => {
      expect(clock.monotonic()).toBeGreaterThanOrEqual(notBefore)
      const socket = net.dial(events)
      lines.set(net.last(), { isOpen: false })
      return socket
    },
    whenMayConnect: (run) => gate.enter(run, () => false),
    clock,
    backoff: createBackoff(clock, () => 0.5),
    msUntil: (instant) => Math.max(0, Date.parse(instant) - clock.now()),
    diagnose() {
      expect(stream.state).toEqual({ name: 'connecting' })
      return new Promise((resolve) => diagnoses.push(resolve))
    },
    findUsedUp: () => new Promise((resolve) => budgets.push(resolve)),
    onKeyRefused: () => undefined,
    onFrame(jpeg) {
      frames += 1
      return jpeg
    },
    onState(state) {
      if (state.name === 'parked') notBefore = state.dueAt ?? Infinity
      if (state.name === 'live') expect(openOnes()).toHaveLength(1)
    },
  })
  /** Those that neither side has closed. */
  const sockets = () => [...lines].filter(([attempt]) => !attempt.closed)
  const openOnes = () => sockets().filter(([, { isOpen }]) => isOpen)
  const line = (nth: number, isOpen: boolean) => {
    const found = sockets().filter(([, each]) => each.isOpen === isOpen)
    return found[nth % found.length]
  }
  const end = (found: [Attempt, unknown] | undefined, tell: (attempt: Attempt) => void) => {
    if (!found) return
    lines.delete(found[0])
    tell(found[0])
  }
  const close = (found: [Attempt, unknown] | undefined, code: number) => {
    const isOneOfTwo = openOnes().length === 2
    end(found, ({ events }) => events.closed(code, ''))
    if (isOneOfTwo) expect(stream.state).toEqual({ name: 'live' })
  }
  const parkKey = () => {
    const before = stream.state
    stream.parkKey(problem('unauthorized'))
    const isStuck = before.name === 'parked' && before.dueAt === null
    expect(stream.state).toMatchObject(isStuck ? before : { reason: 'key', dueAt: null })
  }
  const showFrame = (attempt: Attempt | undefined) => {
    const isNewest = attempt === openOnes().at(-1)?.[0]
    attempt?.events.message(Buffer.of(1), false)
    if (attempt && isNewest) expect(openOnes()).toHaveLength(1)
  }
  const allow = (ask: () => void) => {
    if (stream.state.name === 'parked') notBefore = -Infinity
    ask()
  }

  const apply = (each: Step) => {
    if (each === 'stop') stream.stop()
    else if (each === 'retry') allow(stream.retry)
    else if (each === 'park-key') parkKey()
    else if (each === 'unpark-key') {
      const { state } = stream
      if (state.name === 'parked' && state.reason === 'key')
        allow(() => stream.unpark(({ reason }) => reason === 'key'))
    } else if ('start' in each) stream.start(each.start)
    else if ('opens' in each) {
      const found = line(each.opens, false)
      if (!found) return
      found[1].isOpen = true
      found[0].events.open()
    } else if ('frame' in each) showFrame(line(each.frame, true)?.[0])
    else if ('refuses' in each) end(line(each.refuses, false), ({ events }) => events.refused(403))
    else if ('fails' in each)
      end(line(each.fails, false), ({ events }) => events.failed({ kind: 'cancelled' }))
    else if ('closes' in each) close(line(each.closes, true), each.code)
    else if ('answers' in each) diagnoses.shift()?.(each.answers)
    else if ('usedUp' in each) {
      budgets.shift()?.(
        each.usedUp
          ? { kind: 'budget-used-up', budget: 'active_minutes', resetsAt: '2030-01-01T02:00:00Z' }
          : null,
      )
    } else clock.advance(each.wait)
  }

  return {
    ...{ clock, stream, sockets, openOnes, apply, diagnoses, budgets },
    frames: () => frames,
  }
}

describe('whatever the service, the plan and the user do, a stream', () => {
  const steps = fc.array(step, { maxLength: 120, size: 'max' })
  /** Plays the steps one after another; what an answer sets off has happened before the next. */
  const play = async (given: readonly Step[], look: (run: ReturnType<typeof createRun>) => void) => {
    const run = createRun()
    for (const each of given) {
      run.apply(each)
      for (let turn = 0; turn < 4; turn++) await Promise.resolve()
      look(run)
    }
    return run
  }

  it('has the sockets that its state says, and connects not before it may', () =>
    fc.assert(
      fc.asyncProperty(steps, async (given) => {
        await play(given, ({ clock, stream: { state }, sockets, openOnes }) => {
          const most = { idle: 0, parked: 0, connecting: 1, live: 2 }[state.name]
          expect(sockets().length).toBeLessThanOrEqual(most)
          // One that is open has still to show that its phone is there.
          if (state.name !== 'live' && state.name !== 'connecting') expect(openOnes()).toEqual([])
          if (state.name === 'live') expect(openOnes()).not.toEqual([])
          const waitsForSomebody = state.name === 'idle' || (state.name === 'parked' && state.dueAt === null)
          if (waitsForSomebody) expect(clock.pending).toBe(0)
        })
      }),
    ))

  it('leaves no socket and no timer when it is let go, and ignores late answers', () =>
    fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const { clock, stream, sockets, diagnoses, budgets } = await play(given, () => undefined)
        stream.stop()
        const before = stream.state
        for (const answer of diagnoses) answer(problem('device_blocked'))
        for (const answer of budgets) answer(null)
        for (let turn = 0; turn < 4; turn++) await Promise.resolve()
        expect(stream.state).toEqual(before)
        expect(before).toMatchObject(before.name === 'parked' ? { dueAt: null } : { name: 'idle' })
        expect(sockets()).toEqual([])
        expect(clock.pending).toBe(0)
      }),
    ))

  it('is live at the wanted rate once the service answers, unless a person must act', () =>
    fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const { clock, stream, sockets, apply, frames } = await play(given, () => undefined)
        const settle: Step[] = [
          { start: 30 },
          { answers: problem('device_blocked') },
          { usedUp: false },
          { wait: 4_000_000 },
          { opens: 0 },
          { wait: 5000 },
        ]
        for (let round = 0; round < 30; round++) {
          for (const each of settle) {
            apply(each)
            for (let turn = 0; turn < 4; turn++) await Promise.resolve()
          }
        }
        const { state } = stream
        if (state.name === 'parked') {
          expect(state.dueAt).toBeNull()
          return
        }
        expect(state).toEqual({ name: 'live' })
        expect(sockets()).toHaveLength(1)
        expect(stream.rate?.fps).toBe(30)
        expect(clock.pending).toBe(0)
        const before = frames()
        apply({ frame: 0 })
        expect(frames()).toBe(before + 1)
      }),
    ))
})
