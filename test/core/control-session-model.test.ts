import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Gesture } from '../../src-shared/bridge/gesture'
import type { Fault } from '../../src-shared/protocol/fault'
import { createBackoff } from '../../src-main/core/backoff'
import { createConnectGate } from '../../src-main/core/connect-gate'
import { createControlSession } from '../../src-main/core/control-session'
import { createPhoneLines } from '../../src-main/core/phone-lines'
import { createFakeClock } from './fake-clock'
import { createScriptedDial, type Attempt } from './scripted-dial'

const space = { width: 100, height: 200 }
const refusals: readonly Fault[] = [
  { kind: 'problem', code: 'forbidden', status: 403, detail: 'scope control is required' },
  { kind: 'problem', code: 'device_blocked', status: 403, detail: '' },
  { kind: 'handshake-refused', status: 403, channel: 'control', withoutRead: false },
]
const keyFault: Fault = { kind: 'problem', code: 'unauthorized', status: 401, detail: '' }
const usedUp: Fault = { kind: 'budget-used-up', budget: 'actions', resetsAt: '2030-01-01T02:00:00Z' }

const step = fc.oneof(
  { weight: 14, arbitrary: fc.constantFrom('down' as const, 'move' as const, 'up' as const, 'key' as const) },
  { weight: 4, arbitrary: fc.constantFrom('hover' as const, 'scroll' as const, 'text' as const) },
  { weight: 2, arbitrary: fc.constant('release' as const) },
  { weight: 8, arbitrary: fc.constantFrom('opens' as const, 'ready' as const, 'ready' as const) },
  { weight: 1, arbitrary: fc.constantFrom('refuses' as const, 'fails' as const) },
  {
    weight: 3,
    arbitrary: fc.record({
      closes: fc.constantFrom(1006, 1011, 4290, 4290, 4290, 4290, 4400, 4401, 4403, 4409),
    }),
  },
  { weight: 2, arbitrary: fc.record({ diagnosis: fc.constantFrom(...refusals) }) },
  { weight: 2, arbitrary: fc.record({ budget: fc.constantFrom(null, usedUp) }) },
  { weight: 2, arbitrary: fc.constantFrom('typed' as const, 'hold-timeout' as const) },
  { weight: 2, arbitrary: fc.constant('take-back' as const) },
  { weight: 1, arbitrary: fc.constantFrom('park-key' as const, 'unpark-key' as const, 'close' as const) },
  { weight: 8, arbitrary: fc.record({ wait: fc.constantFrom(0, 30, 200, 700, 4000, 40_000, 4_000_000) }) },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

interface Sent {
  type: string
  x?: number
  buttons?: number
  key?: string
  text?: string
}

/** Every gesture has a number of its own, so that each message tells which gestures are in it. */
const numbersIn = ({ x, key, text }: Sent) =>
  x !== undefined ? [x] : [...`${key ?? ''}${text ?? ''}`.matchAll(/\d+/g)].map(([digits]) => Number(digits))

const lastButtons = (sent: readonly Sent[]) => sent.findLast(({ type }) => type === 'mouse')?.buttons

function createRun() {
  const clock = createFakeClock()
  const net = createScriptedDial()
  const gate = createConnectGate(clock)
  const notices: Fault[] = []
  const diagnoses: ((fault: Fault) => void)[] = []
  const budgets: ((fault: Fault | null) => void)[] = []
  const ready = new Set<Attempt>()
  const ended = new Set<Attempt>()
  const opened = new Set<Attempt>()
  const presses = new Set<number>()
  const keys = new Map<number, number>()
  // How much was sent when the phone let go by itself.
  const timeOuts = new Map<Attempt, number[]>()
  let made = 0
  let handDown = false
  let mayConnect = false
  let waits = 0
  let notBefore = -Infinity
  let looksAtBudgets = false

  const control = createControlSession({
    dial(events) {
      expect(net.attempts.filter(isAlive)).toEqual([])
      expect(control.state).toEqual({ name: 'connecting' })
      return net.dial(events)
    },
    whenMayConnect(run) {
      // Nobody opens a channel but a hand, now or that waits for it, or the user.
      expect(mayConnect || waits > 0).toBe(true)
      expect(clock.monotonic()).toBeGreaterThanOrEqual(notBefore)
      expect(looksAtBudgets).toBe(false)
      return gate.enter(run, () => false)
    },
    clock,
    backoff: createBackoff(clock, () => 0.5),
    msUntil: (instant) => Math.max(0, Date.parse(instant) - clock.now()),
    diagnose: () => new Promise((resolve) => diagnoses.push(resolve)),
    findUsedUp() {
      looksAtBudgets = true
      return new Promise((resolve) => budgets.push(resolve))
    },
    onKeyRefused: () => undefined,
    frameSize: () => space,
    onState(state) {
      if (state.name === 'parked') notBefore = state.dueAt ?? Infinity
    },
    onSnapshotSize: () => undefined,
    onNotice: (fault) => notices.push(fault),
    onLost: (fault) => notices.push(fault),
    onGesture: () => undefined,
  })
  const byHand = <Result>(use: () => Result): Result => {
    mayConnect = true
    try {
      return use()
    } finally {
      mayConnect = false
    }
  }
  const lines = createPhoneLines({
    clock,
    open() {
      const opening = byHand(control.open)
      if (opening) waits += 1
      void opening?.then(() => (waits -= 1))
      return opening
    },
    pass: (_publicId, gesture) => byHand(() => control.gesture(gesture)),
    act: () => Promise.reject(new Error('nothing acts')),
    onUnderWay: () => undefined,
    onMissed: (_publicId, fault) => notices.push(fault),
  })
  const isAlive = (attempt: Attempt) => !attempt.closed && !ended.has(attempt)
  const alive = () => net.attempts.find(isAlive)
  const sentOn = (attempt: Attempt) => attempt.sent as Sent[]

  const say = (event: unknown) => alive()?.events.message(Buffer.from(JSON.stringify(event)), true)
  const end = (tell: (attempt: Attempt) => void, isOpen: boolean) => {
    const attempt = alive()
    if (!attempt || opened.has(attempt) !== isOpen) return
    ended.add(attempt)
    tell(attempt)
  }
  const gesture = (what: Gesture) => lines.gesture('a', what)
  const point = (pressed: boolean) => {
    made += 1
    if (pressed && !handDown) presses.add(made)
    handDown = pressed
    gesture({ kind: 'pointer', x: made, y: 5, pressed, space })
  }
  const timeOutHold = () => {
    const attempt = alive()
    if (!attempt || lastButtons(sentOn(attempt)) !== 1) return
    timeOuts.set(attempt, [...(timeOuts.get(attempt) ?? []), attempt.sent.length])
    say({ type: 'error', code: 'hold_timeout', detail: '' })
  }
  const makeReady = () => {
    const attempt = alive()
    if (!attempt || !opened.has(attempt)) return
    ready.add(attempt)
    const { width: w, height: h } = space
    // Slow, so that much waits in the pacer when something happens.
    say({ type: 'ready', logical: { w, h }, snapshot: { w, h }, max_messages_per_second: 10 })
  }

  const apply = (each: Step) => {
    switch (each) {
      case 'down':
      case 'move':
        point(true)
        return
      case 'up':
        point(false)
        return
      case 'key':
        keys.set(++made, notices.length)
        gesture({ kind: 'key', key: `k${made}` })
        return
      case 'scroll':
        gesture({ kind: 'scroll', x: ++made, y: 1, dy: 1, space })
        return
      case 'text':
        gesture({ kind: 'text', text: `t${++made};` })
        return
      case 'release':
        handDown = false
        gesture({ kind: 'release' })
        return
      case 'hover':
        gesture({ kind: 'hover' })
        return
      case 'opens': {
        const attempt = alive()
        if (!attempt || opened.has(attempt)) return
        opened.add(attempt)
        attempt.events.open()
        return
      }
      case 'ready':
        makeReady()
        return
      case 'refuses':
        end(({ events }) => events.refused(403), false)
        return
      case 'fails':
        end(
          ({ events }) => events.failed({ kind: 'network', reason: 'connection-refused', host: 'a' }),
          false,
        )
        return
      case 'typed':
        say({ type: 'typed', skipped: [] })
        return
      case 'hold-timeout':
        timeOutHold()
        return
      case 'take-back':
        if (control.state.name === 'parked') notBefore = -Infinity
        looksAtBudgets = false
        byHand(control.takeBack)
        return
      case 'park-key':
        looksAtBudgets = false
        control.parkKey(keyFault)
        return
      case 'unpark-key':
        if (control.state.name === 'parked' && control.state.reason === 'key') notBefore = -Infinity
        control.unpark(({ reason }) => reason === 'key')
        return
      case 'close':
        looksAtBudgets = false
        control.close()
        return
    }
    if ('closes' in each) end(({ events }) => events.closed(each.closes, ''), true)
    else if ('diagnosis' in each) diagnoses.shift()?.(each.diagnosis)
    else if ('budget' in each) {
      budgets.shift()?.(each.budget)
      looksAtBudgets = budgets.length > 0
    } else clock.advance(each.wait)
  }

  return {
    clock,
    net,
    control,
    notices,
    lines,
    diagnoses,
    budgets,
    ready,
    presses,
    timeOuts,
    keys,
    alive,
    sentOn,
    apply,
  }
}

/** What waits on the phone goes out one by one. */
const turns = async () => {
  for (let turn = 0; turn < 12; turn++) await Promise.resolve()
}

describe('whatever hand, service and user do, a control channel', () => {
  const steps = fc.array(step, { maxLength: 150, size: 'max' })
  const play = async (given: readonly Step[]) => {
    const run = createRun()
    for (const each of given) {
      run.apply(each)
      await turns()
    }
    return run
  }
  /** Until nothing waits any more that goes out as long after the hand as its press did. */
  const playOut = async ({ clock }: ReturnType<typeof createRun>, given: readonly Step[]) => {
    const longest = given.reduce(
      (sum, each) => sum + (typeof each === 'object' && 'wait' in each ? each.wait : 0),
      30_000,
    )
    for (let count = 0; count < 200; count += 1) {
      clock.advance(longest / 100)
      await turns()
    }
  }

  it('opens one at a time, for a hand or the user alone, and not before its wait is over', () =>
    fc.assert(fc.asyncProperty(steps, async (given) => void (await play(given)))))

  it('carries no input before `ready`, and none again that went out on an earlier one', () =>
    fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const { net, ready, sentOn } = await play(given)
        let carried: number[] = []
        for (const attempt of net.attempts) {
          if (!ready.has(attempt)) expect(attempt.sent).toEqual([])
          const numbers = [...new Set(sentOn(attempt).flatMap(numbersIn))]
          expect(numbers.filter((number) => carried.includes(number))).toEqual([])
          carried = [...carried, ...numbers]
        }
      }),
    ))

  it('presses where the hand did alone, and is let go when the hand has', () =>
    fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const run = await play(given)
        const { net, presses, timeOuts, alive, sentOn, apply } = run
        apply('release')
        await playOut(run, given)
        for (const attempt of net.attempts) {
          let buttons = 0
          for (const [index, { type, x, buttons: next }] of sentOn(attempt).entries()) {
            if (timeOuts.get(attempt)?.includes(index)) buttons = 0
            if (type !== 'mouse' || next === undefined) continue
            if (next === 1 && buttons === 0) expect(presses).toContain(x)
            buttons = next
          }
          const isOver = timeOuts.get(attempt)?.includes(attempt.sent.length)
          if (attempt === alive() && !isOver) expect(buttons).toBe(0)
        }
      }),
    ))

  it('carries every key once and in its order, or says that something is lost', () =>
    fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const run = await play(given)
        const { net, control, lines, keys, notices, sentOn } = run
        await playOut(run, given)
        if (lines.close().length > 0) notices.push({ kind: 'not-done', names: ['a'] })
        control.close()
        await turns()
        const arrived = net.attempts.flatMap((attempt) =>
          sentOn(attempt).flatMap((message) => (message.type === 'key' ? numbersIn(message) : [])),
        )
        expect(arrived).toEqual([...new Set(arrived)].sort((a, b) => a - b))
        for (const [key, told] of keys)
          if (!arrived.includes(key)) expect(notices.length).toBeGreaterThan(told)
      }),
    ))

  it('has no socket and no timer once it is closed, and takes nothing from answers that come then', () =>
    fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const { clock, control, lines, alive, diagnoses, budgets } = await play(given)
        lines.close()
        control.close()
        await turns()
        const before = control.state
        for (const answer of diagnoses) answer(refusals[0] ?? usedUp)
        for (const answer of budgets) answer(usedUp)
        await turns()
        expect(control.state).toEqual(before)
        expect(['closed', 'parked']).toContain(before.name)
        expect(alive()).toBeUndefined()
        expect(clock.pending).toBe(0)
      }),
    ))
})
