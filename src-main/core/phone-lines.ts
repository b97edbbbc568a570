import type { Gesture } from '../../src-shared/bridge/gesture'
import type { BusyWith, UnderWay } from '../../src-shared/bridge/under-way'
import type { Action } from '../../src-shared/protocol/action'
import { FaultError, faultOf, type Fault } from '../../src-shared/protocol/fault'
import { limits } from '../../src-shared/protocol/limits'
import type { ActOnPhone } from './act-on-phone'
import type { CancelTimer, Clock } from './clock'
import { isInput } from './control-hand'
import { isSilence } from './fault-policy'
import { waitFor } from './wait-for'

// What takes less time nobody has to be told of.
const tellAfterMs = 1500
// By then two taps are two, and no double tap, and a field has the focus that was tapped.
const longestPauseMs = 500
// What is made so soon behind what was lost is meant with it: a chord, with the letters before it.
const togetherMs = 1000

type Answer = Awaited<ReturnType<ActOnPhone>>

/** Does one action; as soon as it is stopped it is not tried again. @throws FaultError */
export type Act = (publicId: string, action: Action, stop: AbortSignal) => Promise<Answer>

/**
 * What hands do on phones, on each in the order in which it was made: what is done behind an action waits for its
 * answer, what is done while the phone's channel opens waits for that, and presses that waited take as long as the hand's
 * did, with its pauses between gestures. No phone waits for another. An action that was made behind an input that was lost, or
 * directly after it, is not done.
 * Actions that waited behind one that the phone did not answer in its time are not sent into the same silence.
 */
export interface PhoneLines {
  /** @param mirrored whether it was made on another phone */
  gesture(publicId: string, gesture: Gesture, mirrored?: boolean): void
  /**
   * @param by how it is done, where not as a hand's action
   * @param tellsItself whether who asks tells what was not done
   * @throws FaultError `given-up` when it is given up before its turn, `behind-unanswered` when the one before it was not answered,
   *   or why the input before it was lost
   */
  act(
    publicId: string,
    action: Action,
    how?: { mirrored?: boolean; by?: Act; tellsItself?: boolean },
  ): Promise<Answer>
  /** An input that went out is lost, or may be, and that is told: what was made with it is not done. */
  lost(publicId: string, fault: Fault): void
  /** A press that another phone's hand made ends now, whatever its phone is busy with. @returns whether something of it had not been done yet */
  releaseMirrored(publicId: string): boolean
  /** What other phones' hands made is not done any more. @returns whether there was any */
  dropMirrored(publicId: string): boolean
  /** Nothing of what waits on a phone is done any more; what is under way may still be. */
  giveUp(publicId: string): void
  /** The phones on which something waits or is under way that began on another. */
  readonly mirroredTo: readonly string[]
  /** What others have waited for, or may have, for so long that it is to be told. */
  readonly underWay: readonly UnderWay[]
  /** On how many phones something that a hand made still waits, or is under way for so long that it is told. */
  readonly waitingPhones: number
  /** Gives up all. @returns the phones on which something that a hand made may not have been done */
  close(): string[]
}

export interface PhoneLinesOptions {
  clock: Clock
  /** As `TileSession.open`. */
  open: (publicId: string) => Promise<Fault | null> | null
  /** Does a gesture now. */
  pass: (publicId: string, gesture: Gesture) => void
  act: Act
  onUnderWay: (underWay: UnderWay) => void
  /** What waited for a phone's channel is not done. */
  onMissed: (publicId: string, fault: Fault) => void
}

interface GestureStep {
  gesture: Gesture
  /** On the monotonic clock, as all times here. */
  madeAt: number
  /** Of a text, when its last letter was made; of what is scrolled, its last notch. */
  endedAt: number
  mirrored: boolean
}
interface ActionStep {
  action: Action
  madeAt: number
  by: Act
  mirrored: boolean
  tellsItself: boolean
  resolve: (answer: Answer) => void
  reject: (fault: unknown) => void
}
type Step = GestureStep | ActionStep

/** A phone that is busy. */
interface Line {
  steps: Step[]
  /** The press that is under way and waited before; it goes out so many ms after the hand made it. */
  late: { lagMs: number; mirrored: boolean } | null
  /** The last gesture that waited and went out; a press does with its end. */
  last: { step: GestureStep; passedAt: number } | null
  /** Nothing is to be done until the press goes on. */
  rests: boolean
  /** Ends the wait for the channel, for which nothing may wait any more. */
  lookAgain: () => void
  busyWith: { what: BusyWith; isMissed: boolean } | null
  isTold: boolean
  cancelTell: CancelTimer | null
  stop: AbortController
}

/** What only a press has: it must keep its times. */
const isOfPress = ({ kind }: Gesture) => kind === 'pointer' || kind === 'release'
const isOfPressStep = (step: Step): step is GestureStep => 'gesture' in step && isOfPress(step.gesture)
const isDown = (gesture: Gesture) => gesture.kind === 'pointer' && gesture.pressed
/** A press that has begun ends before anything else is done. */
const nextOf = ({ late, steps }: Line) => (late ? steps.find(isOfPressStep) : steps[0])

/** One gesture for two that were made one behind the other, which costs less; null where both must go. */
function merged(a: Gesture, b: Gesture): Gesture | null {
  if (a.kind === 'text' && b.kind === 'text') return { kind: 'text', text: a.text + b.text }
  if (a.kind !== 'scroll' || b.kind !== 'scroll' || Math.sign(a.dy) !== Math.sign(b.dy)) return null
  const isSameScreen = a.space.width === b.space.width && a.space.height === b.space.height
  const dy = a.dy + b.dy
  return isSameScreen && Math.abs(dy) <= limits.scrollNotches ? { ...b, dy } : null
}

export function createPhoneLines(options: PhoneLinesOptions): PhoneLines {
  const { clock, open, pass, act, onUnderWay, onMissed } = options
  const lines = new Map<string, Line>()
  // The phones whose finger went down as it was made: that press waits for nothing.
  const pressed = new Set<string>()
  // Those on which a press was given up that the hand has not ended, and whether that is another phone's.
  const givenUp = new Map<string, { mirrored: boolean }>()
  // On which phones an input was lost, or what was meant with it, and when that was last.
  const lost = new Map<string, { fault: Fault; at: number }>()

  const isMissed = (step: Step) => ('action' in step ? !step.tellsItself : isInput(step.gesture))

  const isWaiting = ({ steps, late, busyWith, isTold }: Line) =>
    steps.some(isMissed) || late !== null || (isTold && busyWith?.isMissed === true)

  const tell = (publicId: string, { busyWith }: Line) =>
    onUnderWay({ publicId, what: busyWith?.what ?? null })
  const begin = (publicId: string, line: Line, busyWith: NonNullable<Line['busyWith']>) => {
    line.busyWith = busyWith
    if (line.isTold) tell(publicId, line)
    line.cancelTell ??= clock.after(tellAfterMs, () => {
      line.isTold = true
      if (line.busyWith) tell(publicId, line)
    })
  }
  const end = (publicId: string, line: Line) => {
    line.busyWith = null
    const next = nextOf(line)
    // What is told of the next stands in place of this.
    if (line.isTold && !(next && 'action' in next)) tell(publicId, line)
  }
  /** Nothing is under way for the moment. */
  const rest = (publicId: string, line: Line) => {
    line.rests = true
    line.cancelTell?.()
    line.cancelTell = null
    line.isTold = false
    if (!line.late && lines.get(publicId) === line) lines.delete(publicId)
  }

  const noteLost = (publicId: string, fault: Fault) => lost.set(publicId, { fault, at: clock.monotonic() })

  const passNow = (publicId: string, gesture: Gesture) => {
    if (isDown(gesture)) pressed.add(publicId)
    else if (isOfPress(gesture)) pressed.delete(publicId)
    pass(publicId, gesture)
  }
  /** Why an action is not done because of what was lost before it; null where it is. */
  const lostWith = (publicId: string, { madeAt }: ActionStep): Fault | null => {
    const before = lost.get(publicId)
    if (!before || madeAt - before.at > togetherMs) return null
    before.at = Math.max(before.at, madeAt)
    return before.fault
  }

  /** When a gesture that waited goes out. */
  const dueAt = ({ late, last }: Line, { gesture, madeAt }: GestureStep): number => {
    if (late && isOfPress(gesture)) return madeAt + late.lagMs
    if (!last) return 0
    return last.passedAt + Math.min(madeAt - last.step.endedAt, longestPauseMs)
  }

  const passLate = async (publicId: string, line: Line, step: GestureStep) => {
    const goesOn = line.late !== null && isOfPress(step.gesture)
    const opening = goesOn || !isInput(step.gesture) ? null : open(publicId)
    if (opening) {
      begin(publicId, line, { what: { type: 'opening' }, isMissed: false })
      const isDropped = new Promise<'dropped'>((resolve) => (line.lookAgain = () => resolve('dropped')))
      const ended = await Promise.race([opening, isDropped])
      if (ended !== null && ended !== 'dropped') missGestures(publicId, line, ended)
      end(publicId, line)
      if (ended !== null) return
    }
    const waitMs = dueAt(line, step) - clock.monotonic()
    if (waitMs > 0) await waitFor(clock, waitMs, line.stop.signal).catch(() => undefined)
    // Meanwhile the press may have been ended, and a text is longer.
    if (!line.steps.includes(step)) return
    line.steps = line.steps.filter((one) => one !== step)
    const { gesture, madeAt, mirrored } = step
    if (isDown(gesture)) line.late ??= { lagMs: clock.monotonic() - madeAt, mirrored }
    else {
      if (isOfPress(gesture)) line.late = null
      line.last = { step, passedAt: clock.monotonic() }
    }
    pass(publicId, gesture)
  }

  const doAction = async (publicId: string, line: Line, step: ActionStep) => {
    line.steps.shift()
    const fault = isMissed(step) ? lostWith(publicId, step) : null
    if (fault) {
      step.reject(new FaultError(fault))
      end(publicId, line)
      return
    }
    begin(publicId, line, { what: step.action, isMissed: isMissed(step) })
    try {
      step.resolve(await step.by(publicId, step.action, line.stop.signal))
    } catch (thrown) {
      step.reject(thrown)
      if (isSilence(faultOf(thrown))) dropActions(line)
    }
    end(publicId, line)
  }

  const work = async (publicId: string, line: Line) => {
    if (!line.rests) return
    line.rests = false
    for (let next = nextOf(line); next; next = nextOf(line)) {
      if ('action' in next) await doAction(publicId, line, next)
      else await passLate(publicId, line, next)
    }
    rest(publicId, line)
  }

  const push = (publicId: string, step: Step) => {
    const known = lines.get(publicId)
    const line: Line = known ?? {
      steps: [],
      late: null,
      last: null,
      rests: true,
      lookAgain: () => undefined,
      busyWith: null,
      isTold: false,
      cancelTell: null,
      stop: new AbortController(),
    }
    lines.set(publicId, line)
    const last = line.steps.at(-1)
    const isMore = last && 'gesture' in last && 'gesture' in step && last.mirrored === step.mirrored
    const both = isMore ? merged(last.gesture, step.gesture) : null
    if (isMore && both) {
      last.gesture = both
      last.endedAt = step.endedAt
    } else line.steps.push(step)
    void work(publicId, line)
  }

  const drop = (
    line: Line,
    isOver: (step: Step) => boolean,
    because: Fault = { kind: 'given-up' },
  ): boolean => {
    const over = line.steps.filter(isOver)
    line.steps = line.steps.filter((step) => !isOver(step))
    line.lookAgain()
    for (const step of over) {
      if ('action' in step) step.reject(new FaultError(because))
    }
    return over.some(isMissed)
  }

  /** Each would wait as long in vain. The rest goes on: what has its own channel may arrive all the same. */
  const dropActions = (line: Line) => {
    const isAction = (step: Step) => 'action' in step
    const waited = line.steps.filter((step) => isAction(step) && isMissed(step)).length
    drop(line, isAction, { kind: 'behind-unanswered', waited })
  }

  /** What the hand still does of a press whose beginning is dropped is no press. @returns as `drop` */
  const dropWithRest = (publicId: string, line: Line, isOver: (step: Step) => boolean): boolean => {
    const ofPress = line.steps.findLast(isOfPressStep)
    const ends = ofPress !== undefined && !isDown(ofPress.gesture)
    const press = ends ? null : (ofPress ?? line.late)
    if (press) givenUp.set(publicId, press)
    return drop(line, isOver)
  }

  /** Told once of all that waited. */
  const missGestures = (publicId: string, line: Line, fault: Fault) => {
    noteLost(publicId, fault)
    if (dropWithRest(publicId, line, (step) => 'gesture' in step)) onMissed(publicId, fault)
  }

  /** Ends a press that went out late. */
  const endLate = (publicId: string, line: Line) => {
    if (line.late) pass(publicId, { kind: 'release' })
    line.late = null
    void work(publicId, line)
  }

  const giveUp = (publicId: string, line: Line): boolean => {
    const missed = dropWithRest(publicId, line, () => true)
    endLate(publicId, line)
    line.stop.abort()
    line.stop = new AbortController()
    return missed
  }

  return {
    gesture(publicId, gesture, mirrored = false) {
      const isEnd = isOfPress(gesture) && !isDown(gesture)
      if (isOfPress(gesture) && givenUp.get(publicId)?.mirrored === mirrored) {
        if (isEnd) givenUp.delete(publicId)
        return
      }
      const goesOn = isOfPress(gesture) && pressed.has(publicId)
      const now = clock.monotonic()
      const waits = () => lines.has(publicId) || (isInput(gesture) && open(publicId) !== null)
      if (goesOn || gesture.kind === 'hover' || !waits()) passNow(publicId, gesture)
      else push(publicId, { gesture, madeAt: now, endedAt: now, mirrored })
    },
    act: (publicId, action, { mirrored = false, by = act, tellsItself = false } = {}) =>
      new Promise((resolve, reject) => {
        const madeAt = clock.monotonic()
        push(publicId, { action, madeAt, by, mirrored, tellsItself, resolve, reject })
      }),
    lost: noteLost,
    releaseMirrored(publicId) {
      if (givenUp.get(publicId)?.mirrored) givenUp.delete(publicId)
      const line = lines.get(publicId)
      const missed = line ? drop(line, (step) => step.mirrored && isOfPressStep(step)) : false
      // The finger is its own hand's.
      if (line?.late && !line.late.mirrored) return missed
      passNow(publicId, { kind: 'release' })
      if (line) line.late = null
      if (line) void work(publicId, line)
      return missed
    },
    dropMirrored(publicId) {
      const line = lines.get(publicId)
      if (!line) return false
      const missed = drop(line, ({ mirrored }) => mirrored)
      if (line.late?.mirrored) endLate(publicId, line)
      return missed
    },
    giveUp(publicId) {
      const line = lines.get(publicId)
      if (line) giveUp(publicId, line)
    },
    get mirroredTo() {
      return [...lines].flatMap(([publicId, { late, steps }]) =>
        late?.mirrored || steps.some(({ mirrored }) => mirrored) ? [publicId] : [],
      )
    },
    get underWay() {
      return [...lines].flatMap(([publicId, { busyWith, isTold }]) =>
        busyWith && isTold ? [{ publicId, what: busyWith.what }] : [],
      )
    },
    get waitingPhones() {
      return [...lines.values()].filter(isWaiting).length
    },
    close() {
      return [...lines].flatMap(([publicId, line]) => {
        line.cancelTell?.()
        const isUnderWay = line.busyWith?.isMissed === true
        // It ends sooner than the hand's did.
        const isCut = line.late !== null
        return giveUp(publicId, line) || isUnderWay || isCut ? [publicId] : []
      })
    },
  }
}
