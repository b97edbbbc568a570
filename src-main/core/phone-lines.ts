import type { Gesture, UnderWay } from '../../src-shared/bridge/contract'
import type { Action } from '../../src-shared/protocol/action'
import { FaultError } from '../../src-shared/protocol/fault'
import type { ActOnPhone } from './act-on-phone'
import type { CancelTimer, Clock } from './clock'
import { isInput } from './control-hand'
import { waitFor } from './wait-for'

// What takes less time nobody has to be told of.
const tellAfterMs = 1500

type Answer = Awaited<ReturnType<ActOnPhone>>

/** Does one action; as soon as it is stopped it is not tried again. @throws FaultError */
export type Act = (publicId: string, action: Action, stop: AbortSignal) => Promise<Answer>

/**
 * What hands do on phones, on each in the order in which it was made: what is done behind an action waits for its
 * answer, and a press that waited takes as long as the hand did. No phone waits for another.
 */
export interface PhoneLines {
  /** @param mirrored whether it was made on another phone */
  gesture(publicId: string, gesture: Gesture, mirrored?: boolean): void
  /**
   * @param by how it is done, where not as a hand's action
   * @throws FaultError `given-up` when it is given up before its turn
   */
  act(publicId: string, action: Action, how?: { mirrored?: boolean; by?: Act }): Promise<Answer>
  /** A press ends now, whatever its phone is busy with. @returns whether something of it had not been done yet */
  release(publicId: string): boolean
  /** What other phones' hands made is not done any more. @returns whether there was any */
  dropMirrored(publicId: string): boolean
  /** Nothing of what waits on a phone is done any more; what is under way may still be. */
  giveUp(publicId: string): void
  /** The phones on which something waits or is under way that began on another. */
  readonly mirroredTo: readonly string[]
  /** The actions that others may have waited for, for so long that it is to be told. */
  readonly underWay: readonly UnderWay[]
  /** Gives up all. @returns the phones on which something that a hand made may not have been done */
  close(): string[]
}

export interface PhoneLinesOptions {
  clock: Clock
  /** Does a gesture now. */
  pass: (publicId: string, gesture: Gesture) => void
  act: Act
  onUnderWay: (underWay: UnderWay) => void
}

interface GestureStep {
  gesture: Gesture
  /** On the monotonic clock. */
  madeAt: number
  mirrored: boolean
}
interface ActionStep {
  action: Action
  by: Act
  mirrored: boolean
  resolve: (answer: Answer) => void
  reject: (fault: unknown) => void
}
type Step = GestureStep | ActionStep

/** A phone that is busy. */
interface Line {
  steps: Step[]
  /** By how many ms the last press that waited went out later than it was made: so do those that wait behind it. */
  lag: number
  /** A press that waited is under way. */
  isDown: boolean
  /** Nothing is to be done until the press goes on. */
  rests: boolean
  busyWith: ActionStep | null
  isTold: boolean
  cancelTell: CancelTimer
  stop: AbortController
}

/** What only a press has: it must keep its times. */
const isOfPress = ({ kind }: Gesture) => kind === 'pointer' || kind === 'release'
const isOfPressStep = (step: Step) => 'gesture' in step && isOfPress(step.gesture)
const isDown = (gesture: Gesture) => gesture.kind === 'pointer' && gesture.pressed

export function createPhoneLines({ clock, pass, act, onUnderWay }: PhoneLinesOptions): PhoneLines {
  const lines = new Map<string, Line>()
  // The phones whose finger went down as it was made: that press waits for nothing.
  const pressed = new Set<string>()

  /** Who does it in another way says himself what was not done. */
  const isMissed = (step: Step) => ('action' in step ? step.by === act : isInput(step.gesture))

  const setBusy = (publicId: string, line: Line, step: ActionStep | null) => {
    line.cancelTell()
    line.busyWith = step
    if (step) {
      line.cancelTell = clock.after(tellAfterMs, () => {
        line.isTold = true
        onUnderWay({ publicId, action: step.action })
      })
    } else if (line.isTold) {
      line.isTold = false
      onUnderWay({ publicId, action: null })
    }
  }

  const passNow = (publicId: string, gesture: Gesture) => {
    if (isDown(gesture)) pressed.add(publicId)
    else if (isOfPress(gesture)) pressed.delete(publicId)
    pass(publicId, gesture)
  }

  const passLate = async (publicId: string, line: Line, step: GestureStep) => {
    const { gesture, madeAt } = step
    const waitMs = isOfPress(gesture) ? madeAt + line.lag - clock.monotonic() : 0
    if (waitMs > 0) await waitFor(clock, waitMs, line.stop.signal).catch(() => undefined)
    // Meanwhile the press may have been ended.
    if (line.steps[0] !== step) return
    line.steps.shift()
    if (isDown(gesture) && !line.isDown) line.lag = clock.monotonic() - madeAt
    if (isOfPress(gesture)) line.isDown = isDown(gesture)
    pass(publicId, gesture)
  }

  const doAction = async (publicId: string, line: Line, step: ActionStep) => {
    line.steps.shift()
    setBusy(publicId, line, step)
    await step.by(publicId, step.action, line.stop.signal).then(step.resolve, step.reject)
    setBusy(publicId, line, null)
  }

  const work = async (publicId: string, line: Line) => {
    for (let next = line.steps[0]; next; next = line.steps[0]) {
      if ('action' in next) await doAction(publicId, line, next)
      else await passLate(publicId, line, next)
    }
    line.rests = line.isDown
    if (!line.rests && lines.get(publicId) === line) lines.delete(publicId)
  }

  const push = (publicId: string, step: Step) => {
    const known = lines.get(publicId)
    const line: Line = known ?? {
      steps: [],
      lag: 0,
      isDown: false,
      rests: true,
      busyWith: null,
      isTold: false,
      cancelTell: () => undefined,
      stop: new AbortController(),
    }
    lines.set(publicId, line)
    const last = line.steps.at(-1)
    const isMore = last && 'gesture' in last && 'gesture' in step && last.mirrored === step.mirrored
    if (isMore && last.gesture.kind === 'text' && step.gesture.kind === 'text') {
      last.gesture = { kind: 'text', text: last.gesture.text + step.gesture.text }
    } else line.steps.push(step)
    if (!line.rests) return
    line.rests = false
    void work(publicId, line)
  }

  const drop = (line: Line, isOver: (step: Step) => boolean): boolean => {
    const over = line.steps.filter(isOver)
    line.steps = line.steps.filter((step) => !isOver(step))
    for (const step of over) {
      if ('action' in step) step.reject(new FaultError({ kind: 'given-up' }))
    }
    return over.some(isMissed)
  }

  const endLatePress = (publicId: string, line: Line) => {
    if (line.isDown) pass(publicId, { kind: 'release' })
    line.isDown = false
  }

  const giveUp = (publicId: string, line: Line): boolean => {
    const missed = drop(line, () => true)
    endLatePress(publicId, line)
    line.stop.abort()
    line.stop = new AbortController()
    return missed
  }

  return {
    gesture(publicId, gesture, mirrored = false) {
      const goesOn = isOfPress(gesture) && pressed.has(publicId)
      if (!lines.has(publicId) || goesOn || gesture.kind === 'hover') passNow(publicId, gesture)
      else push(publicId, { gesture, madeAt: clock.monotonic(), mirrored })
    },
    act: (publicId, action, { mirrored = false, by = act } = {}) =>
      new Promise((resolve, reject) => push(publicId, { action, by, mirrored, resolve, reject })),
    release(publicId) {
      const line = lines.get(publicId)
      if (line) line.isDown = false
      passNow(publicId, { kind: 'release' })
      return line ? drop(line, isOfPressStep) : false
    },
    dropMirrored(publicId) {
      const line = lines.get(publicId)
      if (!line) return false
      // With the rest of a press that goes out late its end would be dropped.
      if (line.steps.find(isOfPressStep)?.mirrored) endLatePress(publicId, line)
      return drop(line, ({ mirrored }) => mirrored)
    },
    giveUp(publicId) {
      const line = lines.get(publicId)
      if (line) giveUp(publicId, line)
    },
    get mirroredTo() {
      return [...lines].flatMap(([publicId, { steps }]) =>
        steps.some(({ mirrored }) => mirrored) ? [publicId] : [],
      )
    },
    get underWay() {
      return [...lines].flatMap(([publicId, { busyWith, isTold }]) =>
        busyWith && isTold ? [{ publicId, action: busyWith.action }] : [],
      )
    },
    close() {
      return [...lines].flatMap(([publicId, line]) => {
        line.cancelTell()
        const isUnderWay = line.busyWith !== null && isMissed(line.busyWith)
        return giveUp(publicId, line) || isUnderWay ? [publicId] : []
      })
    },
  }
}
