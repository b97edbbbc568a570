import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Gesture } from '../../../src-shared/features/gesture'
import type { Action } from '../../../src-shared/protocol/action'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import { createActByHand } from '../../../src-main/core/input/act-by-hand'
import { createActOnPhone } from '../../../src-main/core/input/act-on-phone'
import { createBackoff } from '../../../src-main/core/time/backoff'
import { createConnectGate } from '../../../src-main/core/planning/connect-gate'
import { ControlSession } from '../../../src-main/core/phone/control-session'
import { InputQueues } from '../../../src-main/core/input/input-queue'
import { PressOwner } from '../../../src-main/core/input/press-owner'
import { createFakeClock } from '../time/fake-clock'
import { createScriptedDial, type Attempt } from '../service/scripted-dial'

const space = { width: 100, height: 200 }
const refusals: readonly Fault[] = [
  { kind: 'problem', code: 'forbidden', status: 403, detail: 'scope control is required' },
  { kind: 'problem', code: 'device_blocked', status: 403, detail: '' },
  { kind: 'handshake-refused', status: 403, channel: 'control', withoutRead: false },
]
const keyFault: Fault = { kind: 'problem', code: 'unauthorized', status: 401, detail: '' }
const usedUp: Fault = { kind: 'budget-used-up', budget: 'actions', resetsAt: '2030-01-01T02:00:00Z' }

// What is made so soon behind what was lost is not meant without it.
const togetherMs = 1000
// For longer no action waits for a text to be typed.
const typedWithinMs = 5000
// Nor for the answer to a ping.
const pongWithinMs = 1000
const silence: Fault = { kind: 'network', reason: 'timeout', host: 'h' }
const hurried: Fault = { kind: 'problem', code: 'rate_limited', status: 429, detail: '', retryAfterS: 2 }

const step = fc.oneof(
  { weight: 14, arbitrary: fc.constantFrom('down' as const, 'move' as const, 'up' as const, 'key' as const) },
  { weight: 4, arbitrary: fc.constantFrom('hover' as const, 'scroll' as const) },
  { weight: 5, arbitrary: fc.constant('text' as const) },
  { weight: 2, arbitrary: fc.constant('release' as const) },
  { weight: 8, arbitrary: fc.constantFrom('opens' as const, 'ready' as const, 'ready' as const) },
  { weight: 1, arbitrary: fc.constantFrom('refuses' as const, 'fails' as const) },
  {
    weight: 3,
    arbitrary: fc.record({
      closes: fc.constantFrom(1006, 1011, 4290, 4290, 4290, 4290, 4400, 4401, 4403, 4409),
      unreadMs: fc.constantFrom(0, 0, 3000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ diagnosis: fc.constantFrom(...refusals) }) },
  { weight: 2, arbitrary: fc.record({ budget: fc.constantFrom(null, usedUp) }) },
  {
    weight: 4,
    arbitrary: fc.constantFrom('typed' as const, 'hold-timeout' as const, 'hold-timeout' as const),
  },
  { weight: 3, arbitrary: fc.constant('pong' as const) },
  { weight: 2, arbitrary: fc.constant('take-back' as const) },
  { weight: 6, arbitrary: fc.constantFrom('leave' as const, 'back' as const, 'back' as const) },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constantFrom('press' as const, 'clipboard_set' as const, 'run' as const),
    }),
  },
  { weight: 6, arbitrary: fc.record({ answer: fc.constantFrom(null, null, silence, hurried) }) },
  { weight: 1, arbitrary: fc.constantFrom('park-key' as const, 'unpark-key' as const, 'close' as const) },
  { weight: 8, arbitrary: fc.record({ wait: fc.constantFrom(0, 30, 200, 700, 4000, 40_000, 4_000_000) }) },
)
// One loss after the other, and longer and longer waits.
const stepOfLosses = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('key' as const, 'fails' as const) },
  fc.record({ wait: fc.constantFrom(700, 4000) }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

interface Sent {
  type: string
  x?: number
  buttons?: number
  key?: string
  text?: string
}

interface Done {
  /** A hand's that does something on the screen. */
  isMeantWithInput: boolean
  madeAt: number
  /** How often it was answered to who asked. */
  answered: number
}

/** Every gesture has a number of its own, so that each message tells which gestures are in it. */
const numbersIn = ({ x, key, text }: Partial<Sent> & { kind?: string }) =>
  x !== undefined ? [x] : [...`${key ?? ''}${text ?? ''}`.matchAll(/\d+/g)].map(([digits]) => Number(digits))

// FUZZ=25000 in the environment runs that many.
const runs = { numRuns: Number(process.env['FUZZ'] ?? 100) }

const numberOf = (action: Action) =>
  Number(action.type === 'press' ? action.name : action.type === 'clipboard_set' ? action.text : NaN)

const lastButtons = (sent: readonly Sent[]) => sent.findLast(({ type }) => type === 'mouse')?.buttons

function createRun() {
  const clock = createFakeClock()
  const net = createScriptedDial()
  const gate = createConnectGate(clock)
  // What must not be is gathered: within a promise nobody hears of it.
  const wrong: string[] = []
  const diagnoses: ((fault: Fault) => void)[] = []
  const budgets: ((fault: Fault | null) => void)[] = []
  const ready = new Set<Attempt>()
  const ended = new Set<Attempt>()
  const opened = new Set<Attempt>()
  const presses = new Set<number>()
  // Presses, keys and texts, from the hand to the channel; what has arrived, with the actions; what is told to be lost.
  const inputs = new Map<number, { madeAt: number; isPassed: boolean }>()
  const arrived: number[] = []
  const lost = new Set<number>()
  const acts = new Map<number, Done>()
  const asked: ((fault: Fault | null) => void)[] = []
  // How much was sent when the phone let go by itself.
  const timeOuts = new Map<Attempt, number[]>()
  let made = 0
  let handDown = false
  let press = 0
  let mayConnect = false
  let waits = 0
  let notBefore = -Infinity
  let looking: ((fault: Fault | null) => void) | null = null
  let inSight = true
  let lostAt = -Infinity
  let losses = 0
  let timedOutAt = 0
  // On this connection: texts that may still be typed, and those that were never answered.
  let untyped = 0
  let unanswered = 0
  let sentAt = -Infinity
  let textSentAt = -Infinity
  // And what is not known to be there: presses, keys and notches, counted, and the pings behind them.
  let isDown = false
  let sentInputs = 0
  let heard = 0
  let lastInputAt = -Infinity
  let pings: { behind: number }[] = []

  /** What of these was on its way to the channel, or waited for it, and has not arrived. */
  const tellLost = (wasPassed: boolean) => {
    lostAt = clock.monotonic()
    for (const [number, { isPassed }] of inputs)
      if (isPassed === wasPassed && !arrived.includes(number)) lost.add(number)
  }
  const arrive = (message: Sent) => {
    if (message.type === 'text') {
      if (clock.monotonic() - textSentAt >= typedWithinMs) untyped = 0
      untyped += 1
      unanswered += 1
      textSentAt = clock.monotonic()
    }
    if (message.type === 'key' || message.type === 'scroll') sentAt = clock.monotonic()
    const isPress = message.type === 'mouse' && message.buttons === 1 && !isDown
    if (message.type === 'mouse') isDown = message.buttons === 1
    if (isPress || message.type === 'key' || message.type === 'scroll') {
      sentInputs += 1
      lastInputAt = clock.monotonic()
    }
    if (message.type === 'ping') pings.push({ behind: sentInputs })
    if (message.type === 'mouse' && message.buttons !== 1) return
    for (const number of numbersIn(message)) {
      if (!inputs.has(number)) continue
      if (!arrived.includes(number)) arrived.push(number)
      // As long as it is down a press is told again.
      else if (message.type !== 'mouse') wrong.push(`${number} is sent twice`)
    }
  }

  const control = new ControlSession({
    isWanted: () => inSight,
    refusal: () => null,
    dial(events) {
      if (alive()) wrong.push('a second one is opened')
      if (control.state.name !== 'connecting') wrong.push(`one is opened while ${control.state.name}`)
      untyped = unanswered = sentInputs = heard = 0
      sentAt = lastInputAt = -Infinity
      pings = []
      isDown = false
      const socket = net.dial(events)
      return {
        send(text) {
          socket.send(text)
          arrive(JSON.parse(text) as Sent)
        },
        close: () => socket.close(),
      }
    },
    whenMayConnect(run) {
      // Nobody opens a channel but a hand, now or that waits for it, or the user.
      if (!mayConnect && waits === 0) wrong.push('one is opened for nobody')
      if (clock.monotonic() < notBefore) wrong.push('one is opened too early')
      if (looking) wrong.push('one is opened before the budgets are known')
      if (!inSight) wrong.push('one is opened out of sight')
      return gate.enter(run, () => false)
    },
    clock,
    backoff: createBackoff(clock, () => 0.5),
    msUntil: (instant) => Math.max(0, Date.parse(instant) - clock.now()),
    diagnose: () => new Promise((resolve) => diagnoses.push(resolve)),
    findUsedUp() {
      return new Promise((resolve) => {
        looking = resolve
        budgets.push(resolve)
      })
    },
    onKeyRefused: () => undefined,
    frameSize: () => space,
    onState(state) {
      if (state.name === 'parked') notBefore = state.dueAt ?? Infinity
    },
    onSizes: () => undefined,
    onNotice: () => undefined,
    onLost(fault) {
      losses += 1
      tellLost(true)
      lines.of('a').lose(fault)
    },
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
  const onPhone = createActOnPhone({
    lacks: () => false,
    isViewOnly: () => false,
    settled: () => control.settled(),
    jobs: { standing: () => 'none', lookAt: () => Promise.resolve('none'), pending: () => null },
    onBegin: () => undefined,
    findUsedUp: () => Promise.resolve(null),
    api: {
      act(_publicId, action) {
        send(numberOf(action))
        return new Promise((resolve, reject) => {
          asked.push((fault) => (fault ? reject(new FaultError(fault)) : resolve({ result: {} })))
        })
      },
    },
  })
  /** An action goes out: all that was made before it has, or was lost for so long that it is meant without. */
  const send = (number: number) => {
    const now = clock.monotonic()
    const before = [...inputs.keys()].filter((input) => input < number)
    const overtaken = before.filter((input) => !arrived.includes(input) && !lost.has(input))
    if (overtaken.length > 0) wrong.push(`${number} overtakes ${overtaken.join()}`)
    if (alive() && untyped > 0 && now - textSentAt < typedWithinMs)
      wrong.push(`${number} overtakes what is typed`)
    if (alive() && sentInputs > heard && now - lastInputAt < pongWithinMs)
      wrong.push(`${number} overtakes what is on its way`)
    if (arrived.at(-1) !== number) arrived.push(number)
    const act = acts.get(number)
    if (act?.isMeantWithInput && act.madeAt - lostAt <= togetherMs)
      wrong.push(`${number} is sent behind what is lost`)
  }
  const lines = new InputQueues({
    clock,
    open() {
      const opening = byHand(() => control.open())
      if (opening) waits += 1
      void opening?.then(() => (waits -= 1))
      return opening
    },
    pass(_publicId, gesture) {
      for (const number of numbersIn(gesture)) {
        const input = inputs.get(number)
        if (!input) continue
        input.isPassed = true
      }
      byHand(() => control.gesture(gesture))
    },
    act: createActByHand({ clock, random: () => 0.5, act: onPhone }),
    onUnderWay: () => undefined,
    onLost: () => tellLost(false),
  })
  const owner = new PressOwner({
    queues: lines,
    followersOf: () => new Map(),
    isTouchable: () => true,
    onTouch: () => undefined,
    onPress: () => undefined,
    isViewOnly: () => false,
    onRefused: () => undefined,
    onDropped: () => undefined,
  })
  const isAlive = (attempt: Attempt) => !attempt.closed && !ended.has(attempt)
  const alive = () => net.attempts.find(isAlive)
  const sentOn = (attempt: Attempt) => attempt.sent as Sent[]

  const say = (event: unknown) => alive()?.events.message(Buffer.from(JSON.stringify(event)), true)
  /** The channel goes, and with it what the phone still holds, has not typed, or may not have read: that is told. */
  const lose = (how: () => void, unreadMs = 0) => {
    const attempt = alive()
    const isCut = attempt !== undefined && isHeld(attempt)
    const isUnread = clock.monotonic() - sentAt < unreadMs
    const before = losses
    how()
    if (attempt && alive() !== attempt && (isCut || isUnread || unanswered > 0) && losses === before)
      wrong.push('what is lost with the channel is not told')
  }
  const isHeld = (attempt: Attempt) => {
    const last = sentOn(attempt).findLast(({ type }) => type === 'mouse')
    // A time-out may be of any press that was sent before it.
    return last?.buttons === 1 && Number(last.x) > timedOutAt
  }
  const end = (tell: (attempt: Attempt) => void, isOpen: boolean, unreadMs = 0) => {
    const attempt = alive()
    if (!attempt || opened.has(attempt) !== isOpen) return
    lose(() => {
      ended.add(attempt)
      tell(attempt)
    }, unreadMs)
  }
  const gesture = (what: Gesture) => owner.gesture('wall 1', 'a', what)
  const point = (pressed: boolean) => {
    made += 1
    if (pressed && !handDown) {
      presses.add(made)
      inputs.set(made, { madeAt: clock.monotonic(), isPassed: false })
    }
    const phase = !pressed ? 'up' : handDown ? 'move' : 'down'
    if (phase === 'down') press += 1
    handDown = pressed
    if (press > 0) gesture({ kind: 'pointer', press, phase, x: made, y: 5, space })
  }
  const type = (what: Extract<Gesture, { kind: 'key' | 'text' }>) => {
    inputs.set(made, { madeAt: clock.monotonic(), isPassed: false })
    gesture(what)
  }
  const act = (what: 'press' | 'clipboard_set' | 'run') => {
    const name = String(++made)
    const action: Action = what === 'clipboard_set' ? { type: what, text: name } : { type: 'press', name }
    const one = { isMeantWithInput: what === 'press', madeAt: clock.monotonic(), answered: 0 }
    acts.set(made, one)
    const over = () => (one.answered += 1)
    lines
      .of('a')
      .act(action, what === 'run' ? { by: onPhone, reportsItself: true } : {})
      .then(over, over)
  }
  const timeOutHold = () => {
    const attempt = alive()
    if (!attempt || lastButtons(sentOn(attempt)) !== 1) return
    timedOutAt = sentOn(attempt).findLast(({ type }) => type === 'mouse')?.x ?? 0
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
        type({ kind: 'key', key: `k${++made}` })
        return
      case 'scroll':
        gesture({ kind: 'scroll', x: ++made, y: 1, dy: 1, space })
        return
      case 'text':
        type({ kind: 'text', text: `t${++made};` })
        return
      case 'release':
        handDown = false
        if (press > 0) gesture({ kind: 'release', press })
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
        if (alive()) {
          untyped = Math.max(0, untyped - 1)
          unanswered = Math.max(0, unanswered - 1)
        }
        say({ type: 'typed', skipped: [] })
        return
      case 'pong': {
        const answered = alive() ? pings.shift() : undefined
        if (!answered) return
        heard = answered.behind
        say({ type: 'pong' })
        return
      }
      case 'hold-timeout':
        timeOutHold()
        return
      case 'leave':
        inSight = false
        looking = null
        lose(() => control.leave())
        if (alive()) wrong.push('it is open out of sight')
        return
      case 'back':
        inSight = true
        return
      case 'take-back':
        if (!inSight) return
        if (control.state.name === 'parked') notBefore = -Infinity
        looking = null
        byHand(() => control.takeBack())
        return
      case 'park-key':
        looking = null
        lose(() => control.parkKey(keyFault))
        return
      case 'unpark-key':
        if (control.state.name === 'parked' && control.state.reason === 'key') notBefore = -Infinity
        control.unpark(({ reason }) => reason === 'key')
        return
      case 'close':
        looking = null
        lose(() => control.close())
        return
    }
    if ('closes' in each)
      end(({ events }) => events.closed(each.closes, '', each.unreadMs), true, each.unreadMs)
    else if ('diagnosis' in each) diagnoses.shift()?.(each.diagnosis)
    else if ('act' in each) act(each.act)
    else if ('answer' in each) asked.shift()?.(each.answer)
    else if ('budget' in each) {
      const look = budgets.shift()
      if (look === looking) looking = null
      look?.(each.budget)
    } else clock.advance(each.wait)
  }

  return {
    clock,
    net,
    control,
    lines,
    wrong,
    diagnoses,
    budgets,
    ready,
    presses,
    timeOuts,
    inputs,
    arrived,
    lost,
    acts,
    asked,
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
  const stepsOrLosses = fc.oneof(steps, fc.array(stepOfLosses, { maxLength: 150, size: 'max' }))
  const play = async (given: readonly Step[]) => {
    const run = createRun()
    for (const each of given) {
      run.apply(each)
      await turns()
    }
    return run
  }
  /** Service and phone answer until nothing waits any more that goes out as long after the hand as its press did. */
  const playOut = async ({ clock, apply }: ReturnType<typeof createRun>, given: readonly Step[]) => {
    const longest = given.reduce(
      (sum, each) => sum + (typeof each === 'object' && 'wait' in each ? each.wait : 0),
      30_000,
    )
    const answers: Step[] = [
      'opens',
      'ready',
      'typed',
      'pong',
      { answer: null },
      { budget: null },
      { diagnosis: keyFault },
    ]
    for (let count = 0; count < 200; count += 1) {
      for (const each of answers) apply(each)
      await turns()
      clock.advance(longest / 100)
      await turns()
    }
  }

  it('opens one at a time, only for input or the user, and not before it may', () =>
    fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const { wrong } = await play(given)
        expect(wrong).toEqual([])
      }),
      runs,
    ))

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
      runs,
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
          const begun: (number | undefined)[] = []
          for (const [index, { type, x, buttons: next }] of sentOn(attempt).entries()) {
            if (timeOuts.get(attempt)?.includes(index)) buttons = 0
            if (type !== 'mouse' || next === undefined) continue
            if (next === 1 && buttons === 0) {
              expect(presses).toContain(x)
              expect(begun).not.toContain(x)
              begun.push(x)
            }
            buttons = next
          }
          const isOver = timeOuts.get(attempt)?.includes(attempt.sent.length)
          if (attempt === alive() && !isOver) expect(buttons).toBe(0)
        }
      }),
      runs,
    ))

  it('carries every input once and in order, or reports it as lost', () =>
    fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const run = await play(given)
        const { clock, control, lines, wrong, inputs, arrived, lost, acts, apply } = run
        apply('up')
        await playOut(run, given)
        expect(wrong).toEqual([])
        expect(arrived).toEqual(arrived.toSorted((one, other) => one - other))
        for (const input of inputs.keys()) if (!arrived.includes(input)) expect(lost).toContain(input)
        for (const { answered } of acts.values()) expect(answered).toBe(1)
        expect([lines.waitingPhones, lines.underWay, lines.close()]).toEqual([0, [], []])
        control.close()
        expect(clock.pending).toBe(0)
      }),
      runs,
    ))

  it('leaves no socket and no timer when closed, and ignores late answers', () =>
    fc.assert(
      fc.asyncProperty(stepsOrLosses, async (given) => {
        const { clock, control, lines, acts, asked, alive, diagnoses, budgets } = await play(given)
        lines.close()
        control.close()
        await turns()
        const before = control.state
        for (const answer of diagnoses) answer(refusals[0] ?? usedUp)
        for (const answer of [...budgets, ...asked]) answer(usedUp)
        await turns()
        for (const { answered } of acts.values()) expect(answered).toBe(1)
        expect(control.state).toEqual(before)
        expect(['closed', 'parked']).toContain(before.name)
        expect(alive()).toBeUndefined()
        expect(clock.pending).toBe(0)
      }),
      runs,
    ))
})
