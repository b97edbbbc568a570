import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Gesture } from '../../../src-shared/features/gesture'
import type { BusyWith } from '../../../src-shared/features/phones'
import type { Action } from '../../../src-shared/protocol/action'
import { FaultError, faultOf, type Fault } from '../../../src-shared/protocol/fault'
import { createActByHand } from '../../../src-main/core/input/act-by-hand'
import type { Act } from '../../../src-main/core/input/act-on-phone'
import { isSilence } from '../../../src-main/core/service/fault-policy'
import { InputQueues } from '../../../src-main/core/input/input-queue'
import type { Touch } from '../../../src-main/core/input/queued-input'
import { createFakeClock } from '../time/fake-clock'

// An action made so soon after a lost input is not sent.
const followsWithinMs = 1000

const longestWaitMs = 2000
// Once the channel is open for a gesture, that may wait for the pause that its hand made; and time goes on in steps.
const longestPauseMs = 500 + longestWaitMs

const silence: Fault = { kind: 'network', reason: 'timeout', host: 'h' }
const rejected: Fault = { kind: 'problem', code: 'command_rejected', status: 422, detail: '' }
const hurried: Fault = { kind: 'problem', code: 'rate_limited', status: 429, detail: '', retryAfterS: 2 }

const wait = fc.record({ wait: fc.integer({ min: 1, max: longestWaitMs }) })
const answer = fc.record({ answer: fc.constantFrom(null, null, null, silence, rejected, hurried) })
const act = fc.record({
  act: fc.constantFrom('press' as const, 'press' as const, 'clipboard_set' as const),
  by: fc.constantFrom('hand' as const, 'hand' as const, 'mirrored' as const, 'run' as const),
})
/** One thing that hands, a run, the phone, its channel or time do. */
const step = fc.oneof(
  { weight: 9, arbitrary: fc.record({ point: fc.boolean(), mirrored: fc.boolean() }) },
  {
    weight: 8,
    arbitrary: fc.record({ input: fc.constantFrom('key' as const, 'text' as const), mirrored: fc.boolean() }),
  },
  { weight: 10, arbitrary: act },
  { weight: 5, arbitrary: fc.record({ tap: fc.boolean() }) },
  { weight: 8, arbitrary: answer },
  { weight: 4, arbitrary: fc.record({ opens: fc.constantFrom(true, true, false) }) },
  { weight: 3, arbitrary: fc.constant('settles' as const) },
  { weight: 10, arbitrary: wait },
  { weight: 2, arbitrary: fc.constant('lost' as const) },
  { weight: 4, arbitrary: fc.constantFrom('release-mirrored' as const, 'drop-mirrored' as const) },
  fc.constant('give-up' as const),
)
// Many actions in a row, which make one chain of what is meant with what was lost.
const stepOfMany = fc.oneof(
  { weight: 40, arbitrary: fc.constant({ act: 'press' as const, by: 'hand' as const }) },
  { weight: 20, arbitrary: act },
  { weight: 30, arbitrary: fc.record({ wait: fc.integer({ min: 100, max: 700 }) }) },
  { weight: 4, arbitrary: answer },
  fc.constant('lost' as const),
)
// What is seldom otherwise: presses that go out late, and end in another way than with their hand.
const stepOfPresses = fc.oneof(
  { weight: 2, arbitrary: fc.record({ point: fc.constant(true), mirrored: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ tap: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ input: fc.constant('key' as const), mirrored: fc.constant(false) }) },
  { weight: 2, arbitrary: fc.constant({ act: 'press' as const, by: 'hand' as const }) },
  { weight: 3, arbitrary: fc.constant({ answer: null }) },
  { weight: 2, arbitrary: fc.record({ wait: fc.integer({ min: 1, max: 400 }) }) },
  { weight: 2, arbitrary: fc.constantFrom('release-mirrored' as const, 'drop-mirrored' as const) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const turns = async () => {
  for (let turn = 0; turn < 40; turn += 1) await Promise.resolve()
}

/** Something that is waited for from one step that says so to the next. */
function createHold<Result>() {
  let held: { promise: Promise<Result>; end: (result: Result) => void } | null = null
  return {
    get promise() {
      return held?.promise ?? null
    },
    turn(result: Result) {
      if (held) {
        held.end(result)
        held = null
        return
      }
      let end: (result: Result) => void = () => undefined
      held = { promise: new Promise((resolve) => (end = resolve)), end: (ended) => end(ended) }
    },
  }
}

const never = new AbortController().signal

interface Press {
  number: number
  mirrored: boolean
  touch: Touch
  /** On the clock, in ms. */
  beganAt: number
  made: number
  passed: number
  /** It went out later than it was made. */
  isLate: boolean
  /** Something of it is dropped. */
  isCut: boolean
}

interface Done {
  action: Action
  mirrored: boolean
  isRun: boolean
  madeAt: number
  /** It is with the phone, or was done or refused there for good. */
  isSent: boolean
  /** What waits of it, also another try, is not sent any more. */
  isDropped: boolean
  /** What the phone answered last. */
  answer: Fault | null
  /** How often it was answered to who asked. */
  answered: number
}

function createRun() {
  const clock = createFakeClock()
  // What must not be is gathered: within the code it would be taken for a fault of the phone.
  const wrong: string[] = []
  // Numbers are given in the order in which things were made.
  let made = 0
  let openingSince = 0
  let told: BusyWith | null = null
  const done: number[] = []
  const inputs: number[] = []
  const droppedInputs = new Set<number>()
  const waiting = new Map<number, { mirrored: boolean }>()
  const presses = new Map<number, Press>()
  const acts = new Map<number, Done>()
  const fingers: { press: number; at: number; pressed: boolean }[] = []
  const asked: { act: Done; answer: (fault: Fault | null) => void }[] = []
  const opening = createHold<Fault | null>()
  const settling = createHold<null>()
  let press: Press | null = null
  let loss: { at: number } | null = null
  const lostFaults = new Set<Fault | null>()

  const now = () => clock.monotonic()
  const newLoss = (fault: Fault) => {
    lostFaults.add(fault)
    loss = { at: now() }
  }
  const isMeantWithLost = ({ action, isRun, madeAt }: Done) =>
    loss !== null && !isRun && action.type !== 'clipboard_set' && madeAt - loss.at <= followsWithinMs

  /** It is its turn: nothing is under way, and all that came before it is over. */
  const goOn = (number: number) => {
    if (asked.length > 0) wrong.push(`${number} while an action is under way`)
    if (number < (done.at(-1) ?? 0)) wrong.push(`${number} behind ${done.at(-1)}`)
    done.push(number)
  }
  /** As `goOn`, for what its channel is to be open for. */
  const goOut = (number: number) => {
    if (opening.promise && now() - openingSince > longestPauseMs)
      wrong.push(`${number} while its channel opens`)
    goOn(number)
  }
  const passInput = (number: number) => {
    if (!waiting.delete(number)) wrong.push(`${number} is done twice, or was dropped`)
    goOut(number)
  }
  const passPoint = (number: number, at: number) => {
    const one = presses.get(number)
    if (!one) return
    if (at !== one.passed) wrong.push(`${number} goes on with ${at} after ${one.passed}`)
    one.passed += 1
    if (at > 0) return
    one.isLate = now() > one.beganAt
    goOut(number)
  }

  const onPhone: Act = async (_publicId, action, stop) => {
    await settling.promise
    stop.throwIfAborted()
    const number = numberOf(action)
    const one = acts.get(number)
    if (!one) throw new Error('nobody made it')
    goOn(number)
    if (one.isDropped) wrong.push(`${number} is sent, and was dropped`)
    if (isMeantWithLost(one)) wrong.push(`${number} is sent behind what is lost`)
    one.isSent = true
    const fault = await new Promise<Fault | null>((answer) => asked.push({ act: one, answer }))
    if (fault) throw new FaultError(fault)
    return { result: {} }
  }

  const byHand = createActByHand({
    clock,
    random: () => 0.5,
    act: (publicId, action, stop = never) => onPhone(publicId, action, stop),
  })
  const lines = new InputQueues({
    clock,
    open: () => opening.promise,
    pass(_publicId, gesture) {
      if (gesture.kind === 'pointer') {
        fingers.push({ press: gesture.x, at: gesture.y, pressed: gesture.phase !== 'up' })
        passPoint(gesture.x, gesture.y)
      } else if (gesture.kind === 'release') fingers.push({ press: NaN, at: NaN, pressed: false })
      else if (gesture.kind === 'key') passInput(Number(gesture.key))
      else if (gesture.kind === 'text')
        for (const [number] of gesture.text.matchAll(/\d+/g)) passInput(Number(number))
    },
    act: byHand,
    onUnderWay: ({ what }) => (told = what),
    onLost(_publicId, fault) {
      newLoss(fault)
      dropInputs(() => true)
    },
  })

  /** @returns whether there was any that waited */
  const dropInputs = (isOver: (one: { mirrored: boolean }) => boolean) => {
    const over = [...waiting].filter(([, one]) => isOver(one))
    for (const [number] of over) {
      waiting.delete(number)
      droppedInputs.add(number)
    }
    return cutPresses(isOver) || over.length > 0
  }
  /** @returns whether something of one waited that was not its end */
  const cutPresses = (isOver: (one: { mirrored: boolean }) => boolean) => {
    const over = [...presses.values()].filter(
      (one) => isOver(one) && !one.isCut && (one.passed < one.made || one === press),
    )
    for (const one of over) one.isCut = true
    return over.some((one) => one.passed + (one === press ? 0 : 1) < one.made)
  }
  const dropActs = (isOver: (one: Done) => boolean) => {
    for (const one of acts.values()) one.isDropped ||= isOver(one)
  }

  const dropAll = () => {
    dropActs(() => true)
    const isLate = [...presses.values()].some(
      (one) => one.isLate && !one.isCut && (one === press || one.passed < one.made),
    )
    return dropInputs(() => true) || isLate
  }

  const releaseMirrored = () => {
    if (!press?.mirrored) return
    const { touch } = press
    const isCut = cutPresses(({ mirrored }) => mirrored)
    press = null
    if (lines.of('a').endPress(touch) !== isCut)
      wrong.push(isCut ? 'what is cut is not told' : 'what is not cut is told')
  }
  const begin = (mirrored: boolean): Press => {
    const number = ++made
    const size = { width: 1, height: 1 }
    const touch: Touch = {
      press: number,
      publicId: 'a',
      mirroredBy: mirrored ? 'wall 1' : null,
      size,
      state: 'waiting',
      lagMs: null,
    }
    const one = { number, mirrored, touch, beganAt: now(), made: 0, passed: 0, isLate: false, isCut: false }
    presses.set(number, one)
    return one
  }
  const point = (pressed: boolean, mirrored = false) => {
    // The last hand has the finger; another phone's waits for it.
    if (!mirrored) releaseMirrored()
    if (press ? press.mirrored !== mirrored : !pressed) return
    const phase = !press ? 'down' : pressed ? 'move' : 'up'
    press ??= begin(mirrored)
    const { number, touch } = press
    const space = { width: 1, height: 1 }
    const at = { x: number, y: press.made++ }
    if (!pressed) press = null
    lines.of('a').press(touch, { kind: 'pointer', press: number, phase, ...at, space })
  }
  const input = (kind: 'key' | 'text', mirrored: boolean) => {
    inputs.push(++made)
    waiting.set(made, { mirrored })
    const gesture: Gesture = kind === 'key' ? { kind, key: String(made) } : { kind, text: `${made};` }
    lines.of('a').gesture(gesture, mirrored ? 'wall 1' : null)
  }
  const actBy = (type: 'press' | 'clipboard_set', by: 'hand' | 'mirrored' | 'run') => {
    const number = ++made
    const action: Action = type === 'press' ? { type, name: String(number) } : { type, text: String(number) }
    const [mirrored, isRun] = [by === 'mirrored', by === 'run']
    const one: Done = {
      action,
      mirrored,
      isRun,
      madeAt: now(),
      isSent: false,
      isDropped: false,
      answer: null,
      answered: 0,
    }
    acts.set(number, one)
    lines
      .of('a')
      .act(action, isRun ? { by: onPhone, reportsItself: true } : mirrored ? { mirroredBy: 'wall 1' } : {})
      .then(
        () => over(number, one, null),
        (thrown: unknown) => over(number, one, faultOf(thrown)),
      )
  }
  const over = (number: number, one: Done, fault: Fault | null) => {
    one.answered += 1
    if (one.isSent ? fault === one.answer : fault && fault === one.answer) return
    if (one.isSent) wrong.push(`${number} is answered ${fault?.kind}, not ${one.answer?.kind}`)
    else if (lostFaults.has(fault)) {
      if (!isMeantWithLost(one)) wrong.push(`${number} is refused, and not meant with what was lost`)
    } else if (!one.isDropped) wrong.push(`${number} is refused with ${fault?.kind}`)
  }
  const answerNext = (fault: Fault | null) => {
    const next = asked.shift()
    if (!next) return
    next.act.answer = fault
    // What is refused so was not done.
    if (fault === hurried) next.act.isSent = false
    if (fault && isSilence(fault)) dropActs(({ isSent }) => !isSent)
    next.answer(fault)
  }

  const apply = (each: Step) => {
    if (each === 'settles') settling.turn(null)
    else if (each === 'lost') {
      const fault: Fault = { kind: 'input-not-sent', why: 'channel-closed' }
      newLoss(fault)
      lines.of('a').lose(fault)
    } else if (each === 'give-up') {
      dropAll()
      lines.of('a').giveUp()
    } else if (each === 'release-mirrored') releaseMirrored()
    else if (each === 'drop-mirrored') {
      releaseMirrored()
      dropActs(({ mirrored }) => mirrored)
      const isDropped = dropInputs(({ mirrored }) => mirrored)
      if (!lines.of('a').dropMirrored('wall 1') && isDropped) wrong.push('what is dropped is not told')
    } else if ('point' in each) point(each.point, each.mirrored)
    else if ('tap' in each) for (const pressed of [true, false]) point(pressed, each.tap)
    else if ('input' in each) input(each.input, each.mirrored)
    else if ('act' in each) actBy(each.act, each.by)
    else if ('answer' in each) answerNext(each.answer)
    else if ('opens' in each) {
      openingSince = now()
      opening.turn(each.opens ? null : { kind: 'input-not-sent', why: 'channel-closed' })
    } else clock.advance(each.wait)
  }

  /** Where nothing is to come but from hands, and none holds a press, nothing waits, and no finger is down. */
  const look = () => {
    if (press || opening.promise || settling.promise || asked.length > 0 || clock.pending > 0) return
    if (waiting.size > 0) wrong.push(`${[...waiting.keys()].join()} waits for nothing`)
    if (fingers.at(-1)?.pressed) wrong.push('a finger stays down')
  }

  return {
    clock,
    lines,
    wrong,
    inputs,
    droppedInputs,
    done,
    presses,
    acts,
    fingers,
    asked,
    opening,
    settling,
    told: () => told,
    point,
    answerNext,
    apply,
    look,
    dropAll,
    letGo: () => point(false, press?.mirrored),
  }
}

// FUZZ=25000 in the environment runs that many.
const runs = { numRuns: Number(process.env['FUZZ'] ?? 100) }

const numberOf = (action: Action) =>
  Number(action.type === 'press' ? action.name : action.type === 'clipboard_set' ? action.text : NaN)

async function play(steps: readonly Step[]) {
  const run = createRun()
  for (const each of steps) {
    run.apply(each)
    await turns()
    run.look()
  }
  return run
}

/** Hands let go, the phone answers, and its channel opens, until nothing is to come any more. */
async function playOut(run: ReturnType<typeof createRun>) {
  const { clock, asked, opening, settling, letGo, answerNext } = run
  letGo()
  if (opening.promise) opening.turn(null)
  if (settling.promise) settling.turn(null)
  await turns()
  while (clock.pending > 0 || asked.length > 0) {
    answerNext(null)
    clock.advance(500)
    await turns()
  }
  return run
}

describe('whatever hands do on a phone, and it answers', () => {
  const steps = fc.oneof(
    { weight: 2, arbitrary: fc.array(step, { maxLength: 80, size: 'max' }) },
    fc.array(stepOfPresses, { maxLength: 20, size: 'max' }),
  )

  it('is done once and in order, but for what is given up or lost', () =>
    fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const { wrong, inputs, droppedInputs, done, presses } = await playOut(await play(given))
        expect(wrong).toEqual([])
        expect(done.filter((number) => inputs.includes(number))).toEqual(
          inputs.filter((number) => !droppedInputs.has(number)),
        )
        for (const one of presses.values()) if (!one.isCut) expect(one.passed).toBe(one.made)
      }),
      runs,
    ))

  it('is not done if it is an action that follows a loss, and done otherwise', () =>
    fc.assert(
      fc.asyncProperty(fc.array(stepOfMany, { maxLength: 150, size: 'max' }), async (given) => {
        const { wrong } = await playOut(await play(given))
        expect(wrong).toEqual([])
      }),
      runs,
    ))

  it('ends: each action is answered, no finger is down, and nothing waits', () =>
    fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const { clock, lines, acts, fingers, told, point } = await playOut(await play(given))
        expect(told()).toBeNull()
        for (const { answered } of acts.values()) expect(answered).toBe(1)
        expect(fingers.at(-1)?.pressed ?? false).toBe(false)
        const before = fingers.length
        for (const pressed of [true, false]) point(pressed)
        expect(fingers).toHaveLength(before + 2)
        expect([lines.waitingPhones, lines.underWay, lines.mirroredTo, lines.close()]).toEqual([
          0,
          [],
          [],
          [],
        ])
        expect(clock.pending).toBe(0)
      }),
      runs,
    ))

  it('presses as the hand did, from the start of each press, one after another', () =>
    fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const { fingers } = await play(given)
        let down: number | null = null
        for (const { press, at, pressed } of fingers) {
          if (pressed) expect({ press, at }).toEqual({ press: down ?? press, at: down === null ? 0 : at })
          down = pressed ? press : null
        }
      }),
      runs,
    ))

  it('is given up and reported on closing, and leaves no timer and no finger down', () =>
    fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const run = await play(given)
        const { clock, lines, wrong, done, acts, asked, fingers, settling, dropAll, letGo, answerNext } = run
        const isDropped = dropAll()
        const closed = lines.close()
        if (isDropped) expect(closed).toEqual(['a'])
        await turns()
        expect(clock.pending).toBe(0)
        const before = done.length
        letGo()
        if (settling.promise) settling.turn(null)
        while (asked.length > 0) {
          answerNext(null)
          await turns()
        }
        await turns()
        for (const { answered } of acts.values()) expect(answered).toBe(1)
        expect(wrong).toEqual([])
        expect(done).toHaveLength(before)
        expect(fingers.at(-1)?.pressed ?? false).toBe(false)
        expect(clock.pending).toBe(0)
      }),
      runs,
    ))
})
