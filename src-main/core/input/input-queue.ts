import type { Gesture } from '../../../src-shared/bridge/gesture'
import type { UnderWay } from '../../../src-shared/bridge/under-way'
import type { Action } from '../../../src-shared/protocol/action'
import { FaultError, faultOf, type Fault } from '../../../src-shared/protocol/fault'
import type { Act, Answer } from './act-on-phone'
import { createBusyNotice, type BusyNotice } from './busy-notice'
import type { Clock } from '../base/clock'
import { isInput } from '../phone/gesture-encoder'
import { isSilence } from '../service/fault-policy'
import {
  isDown,
  isMissed,
  isOfPress,
  isOfPressStep,
  leansOnInput,
  merge,
  type QueuedAction,
  type QueuedGesture,
  type QueuedInput,
} from './queued-input'
import { createLostInputs } from './lost-inputs'
import { waitFor } from '../base/wait-for'

// By then two taps are two, and no double tap, and a field has the focus that was tapped.
const longestPauseMs = 500

/**
 * What hands do on phones, on each in the order in which it was made: what is done behind an action waits for its
 * answer, what is done while the phone's channel opens waits for that, and presses that waited take as long as the hand's
 * did. The hand's pause behind a gesture that waited is kept, up to half a second, before what waits too and before an action.
 * No phone waits for another. An action that was made behind an input that was lost, or directly after it, is not done.
 * Actions that waited behind one that the phone did not answer in its time are not sent into the same silence.
 */
export interface InputQueues {
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

export interface InputQueuesOptions {
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

/** A phone that is busy. */
interface Line {
  steps: QueuedInput[]
  /** The press that is under way and waited before; it goes out so many ms after the hand made it. */
  late: { lagMs: number; mirrored: boolean } | null
  /** Nothing is to be done until the press goes on. */
  rests: boolean
  /** What is under way. */
  acting: QueuedAction | null
  /** Something that waited is dropped: ends the wait of the step whose turn it is, which may be that. */
  lookAgain: () => void
  busy: BusyNotice
  stop: AbortController
}

/** A press that has begun ends before anything else is done. */
const nextOf = ({ late, steps }: Line) => (late ? steps.find(isOfPressStep) : steps[0])

export function createInputQueues(options: InputQueuesOptions): InputQueues {
  const { clock, open, pass, act, onUnderWay, onMissed } = options
  const lines = new Map<string, Line>()
  // The phones whose finger went down as it was made: that press waits for nothing.
  const pressed = new Set<string>()
  // Those on which a press was given up that the hand has not ended, and whether that is another phone's.
  const givenUp = new Map<string, { mirrored: boolean }>()
  // The last gesture of each phone that waited and went out; a press does with its end. What comes long after it is not early.
  const lastLate = new Map<string, { endedAt: number; passedAt: number }>()
  const lost = createLostInputs(clock)

  const isActing = ({ acting }: Line) => acting !== null && isMissed(acting)
  const isWaiting = (line: Line) =>
    line.steps.some(isMissed) || line.late !== null || (line.busy.told !== null && isActing(line))

  /** Nothing is under way for the moment. */
  const rest = (publicId: string, line: Line) => {
    line.rests = true
    line.busy.rest()
    if (!line.late && lines.get(publicId) === line) lines.delete(publicId)
  }

  const passNow = (publicId: string, gesture: Gesture) => {
    if (isDown(gesture)) {
      if (!pressed.has(publicId)) lost.press(publicId, clock.monotonic())
      pressed.add(publicId)
    } else if (isOfPress(gesture)) pressed.delete(publicId)
    pass(publicId, gesture)
  }

  /** When what waited goes out: a press as the hand made it, and with the hand's pause behind a gesture that waited. */
  const dueAt = (publicId: string, { late }: Line, step: QueuedInput): number => {
    if (late && isOfPressStep(step)) return step.madeAt + late.lagMs
    const last = lastLate.get(publicId)
    return last ? last.passedAt + Math.min(step.madeAt - last.endedAt, longestPauseMs) : 0
  }
  const earlyMs = (publicId: string, line: Line, step: QueuedInput) =>
    dueAt(publicId, line, step) - clock.monotonic()

  const end = (publicId: string, line: Line) => {
    const next = nextOf(line)
    line.busy.end(next !== undefined && 'action' in next && earlyMs(publicId, line, next) <= 0)
  }

  /** Waits so long, or until something is dropped. */
  const pause = async (line: Line, ms: number) => {
    const wait = new AbortController()
    line.lookAgain = () => wait.abort()
    await waitFor(clock, ms, wait.signal).catch(() => undefined)
  }

  /** As `open`, where the step needs the channel: the rest of a press goes out with it, or is lost with it. */
  const openFor = (publicId: string, { late }: Line, step: QueuedInput) => {
    if ('action' in step || !isInput(step.gesture)) return null
    return late && isOfPress(step.gesture) ? null : open(publicId)
  }
  /** Waits until it is open, or something is dropped. */
  const untilOpen = async (publicId: string, line: Line, opening: Promise<Fault | null>) => {
    line.busy.begin({ type: 'opening' })
    const isDropped = new Promise<null>((resolve) => (line.lookAgain = () => resolve(null)))
    const fault = await Promise.race([opening, isDropped])
    if (fault) missGestures(publicId, line, fault)
    end(publicId, line)
  }

  const passLate = (publicId: string, line: Line, step: QueuedGesture) => {
    line.steps = line.steps.filter((one) => one !== step)
    const { gesture, madeAt, endedAt, mirrored } = step
    if (isDown(gesture)) {
      if (!line.late) lost.press(publicId, madeAt)
      line.late ??= { lagMs: clock.monotonic() - madeAt, mirrored }
    } else {
      if (isOfPress(gesture)) line.late = null
      lastLate.set(publicId, { endedAt, passedAt: clock.monotonic() })
    }
    pass(publicId, gesture)
  }

  const doAction = async (publicId: string, line: Line, step: QueuedAction) => {
    line.steps.shift()
    const fault = leansOnInput(step) ? lost.takes(publicId, step.madeAt) : null
    if (fault) {
      step.reject(new FaultError(fault))
      end(publicId, line)
      return
    }
    line.acting = step
    line.busy.begin(step.action)
    try {
      step.resolve(await step.by(publicId, step.action, line.stop.signal))
    } catch (thrown) {
      step.reject(thrown)
      const fault = faultOf(thrown)
      if (isSilence(fault)) dropActions(line)
      // What is behind it is behind the same text.
      if (fault.kind === 'behind-untyped') lost.add(publicId, fault)
    }
    line.acting = null
    end(publicId, line)
  }

  const work = async (publicId: string, line: Line) => {
    if (!line.rests) return
    line.rests = false
    for (let next = nextOf(line); next; next = nextOf(line)) {
      const opening = openFor(publicId, line, next)
      const pauseMs = earlyMs(publicId, line, next)
      if (opening) await untilOpen(publicId, line, opening)
      else if (pauseMs > 0) await pause(line, pauseMs)
      else if ('action' in next) await doAction(publicId, line, next)
      else passLate(publicId, line, next)
    }
    rest(publicId, line)
  }

  const push = (publicId: string, step: QueuedInput) => {
    const known = lines.get(publicId)
    const line: Line = known ?? {
      steps: [],
      late: null,
      rests: true,
      acting: null,
      lookAgain: () => undefined,
      busy: createBusyNotice(clock, (what) => onUnderWay({ publicId, what })),
      stop: new AbortController(),
    }
    lines.set(publicId, line)
    const last = line.steps.at(-1)
    if (!last || !merge(last, step)) line.steps.push(step)
    void work(publicId, line)
  }

  const drop = (
    line: Line,
    isOver: (step: QueuedInput) => boolean,
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
    const isAction = (step: QueuedInput) => 'action' in step
    const waited = line.steps.filter((step) => isAction(step) && isMissed(step)).length
    drop(line, isAction, { kind: 'behind-unanswered', waited })
  }

  /** What the hand still does of a press whose beginning is dropped is no press. @returns as `drop` */
  const dropWithRest = (publicId: string, line: Line, isOver: (step: QueuedInput) => boolean): boolean => {
    const ofPress = line.steps.findLast(isOfPressStep)
    const ends = ofPress !== undefined && !isDown(ofPress.gesture)
    const press = ends ? null : (ofPress ?? line.late)
    if (press) givenUp.set(publicId, press)
    return drop(line, isOver)
  }

  /** Told once of all that waited. */
  const missGestures = (publicId: string, line: Line, fault: Fault) => {
    lost.add(publicId, fault)
    if (dropWithRest(publicId, line, (step) => 'gesture' in step)) onMissed(publicId, fault)
  }

  /** Ends a press that went out late. */
  const endLate = (publicId: string, line: Line) => {
    if (line.late) pass(publicId, { kind: 'release' })
    line.late = null
    void work(publicId, line)
  }

  /** What is under way is not sent any more. */
  const stop = (line: Line, because: Fault) => {
    line.stop.abort(new FaultError(because))
    line.stop = new AbortController()
  }

  const giveUp = (publicId: string, line: Line): boolean => {
    const missed = dropWithRest(publicId, line, () => true)
    endLate(publicId, line)
    stop(line, { kind: 'given-up' })
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
    lost(publicId, fault) {
      const why = lost.add(publicId, fault)
      const line = lines.get(publicId)
      if (line?.acting && leansOnInput(line.acting)) stop(line, why)
    },
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
      // Whoever asked tells of it: what is sent already may be done.
      if (line.acting?.mirrored) stop(line, { kind: 'cancelled' })
      if (line.late?.mirrored) endLate(publicId, line)
      return missed
    },
    giveUp(publicId) {
      const line = lines.get(publicId)
      if (line) giveUp(publicId, line)
    },
    get mirroredTo() {
      return [...lines].flatMap(([publicId, { late, acting, steps }]) =>
        late?.mirrored || acting?.mirrored || steps.some(({ mirrored }) => mirrored) ? [publicId] : [],
      )
    },
    get underWay() {
      return [...lines].flatMap(([publicId, { busy }]) => (busy.told ? [{ publicId, what: busy.told }] : []))
    },
    get waitingPhones() {
      return [...lines.values()].filter(isWaiting).length
    },
    close() {
      return [...lines].flatMap(([publicId, line]) => {
        line.busy.rest()
        const isUnderWay = isActing(line)
        // It ends sooner than the hand's did.
        const isCut = line.late !== null
        return giveUp(publicId, line) || isUnderWay || isCut ? [publicId] : []
      })
    },
  }
}
