import type { Gesture } from '../../src-shared/bridge/contract'
import { closePolicy } from '../../src-shared/protocol/close-code'
import { controlEventSchema, type ControlEvent } from '../../src-shared/protocol/control-event'
import type { ControlMessage } from '../../src-shared/protocol/control-message'
import type { Size } from '../../src-shared/protocol/device'
import type { Fault } from '../../src-shared/protocol/fault'
import { limits } from '../../src-shared/protocol/limits'
import type { Backoff } from './backoff'
import type { CancelTimer, Clock } from './clock'
import { needsPerson } from './fault-policy'
import { createControlPacer, type ControlPacer } from './control-pacer'
import type { Dial, Socket } from './ws-client'

const readyWithinMs = 5000
const keepHoldMs = limits.controlHoldMs / 3
// A channel that nobody has used for this long is let go; the next hover opens it again.
const unusedMs = 120_000

/**
 * - `closed`: opens with the next gesture
 * - `connecting`, `ready`
 * - `waiting`: was lost; opens again with a gesture, not before `retryAt` (ms since the epoch)
 * - `taken`: another session has the device; only the user takes it back (4409)
 * - `parked`: not again until something is fixed
 */
export type ControlState =
  | { name: 'closed' | 'connecting' | 'ready' | 'taken' }
  | { name: 'waiting'; fault: Fault; retryAt: number }
  | { name: 'parked'; fault: Fault }

export interface ControlSessionOptions {
  dial: Dial
  clock: Clock
  backoff: Backoff
  diagnose: (status: number) => Promise<Fault>
  /** The size of the newest frame, or null before the first. */
  frameSize: () => Size | null
  onState: (state: ControlState) => void
  /** `ready` has told the coordinate space. */
  onSnapshotSize: (size: Size) => void
  /** Something was not applied, or only in part. */
  onNotice: (fault: Fault) => void
}

/** The control channel of one phone: from gestures to messages (spec 4.11). */
export interface ControlSession {
  readonly state: ControlState
  gesture(gesture: Gesture): void
  takeBack(): void
  close(): void
}

type PointerGesture = Extract<Gesture, { kind: 'pointer' }>
type ScrollGesture = Extract<Gesture, { kind: 'scroll' }>
/** A gesture whose pointer message knows what it is: a move without its press must never press. */
type Step =
  | { phase: 'down' | 'move' | 'up'; gesture: PointerGesture }
  | { phase: null; gesture: Exclude<Gesture, PointerGesture> }
type Mouse = Extract<ControlMessage, { type: 'mouse' }>

export function createControlSession(options: ControlSessionOptions): ControlSession {
  const { dial, clock, backoff, diagnose, frameSize, onState, onSnapshotSize, onNotice } = options
  let state: ControlState = { name: 'closed' }
  let socket: Socket | null = null
  let pacer: ControlPacer | null = null
  // What was done while the channel opens; it goes out behind `ready`, or is told to be lost.
  let early: Step[] = []
  // Whether the hand is down, as the page tells it; `held` is whether the phone's finger is.
  let handDown = false
  let held: Mouse | null = null
  let readySize: Size | null = null
  let attempt = 0
  let cancelReady: CancelTimer = () => undefined
  let cancelHold: CancelTimer = () => undefined
  let cancelUnused: CancelTimer = () => undefined

  const enter = (next: ControlState) => {
    state = next
    onState(next)
  }

  /** Forgets the connection; nothing that was under way is done again later. */
  const end = () => {
    attempt += 1
    cancelReady()
    cancelHold()
    cancelUnused()
    const lostPress = held !== null
    const lostEarly = early.some(isInput)
    const lostQueued = pacer?.clear() ?? false
    early = []
    held = null
    readySize = null
    pacer = null
    socket?.close()
    socket = null
    return lostPress || lostEarly || lostQueued
  }

  const lose = (fault: Fault, next: 'retry' | 'stay-closed' | 'park-until-fixed') => {
    const lost = end()
    if (next === 'stay-closed') enter({ name: 'taken' })
    else if (next === 'park-until-fixed') enter({ name: 'parked', fault })
    else enter({ name: 'waiting', fault, retryAt: clock.now() + backoff.nextMs() })
    if (lost) onNotice({ kind: 'input-lost' })
  }

  const connect = () => {
    const thisAttempt = ++attempt
    enter({ name: 'connecting' })
    socket = dial({
      open() {
        cancelReady = clock.after(readyWithinMs, () =>
          lose({ kind: 'socket-closed', code: 1006, reason: 'no ready message' }, 'retry'),
        )
      },
      message(data, text) {
        if (text) receive(data.toString('utf8'))
      },
      async refused(status) {
        const fault = await diagnose(status)
        if (thisAttempt !== attempt) return
        lose(fault, needsPerson(fault) ? 'park-until-fixed' : 'retry')
      },
      failed: (fault) => lose(fault, 'retry'),
      closed: (code, reason) => lose({ kind: 'socket-closed', code, reason }, closePolicy(code)),
    })
  }

  const receive = (text: string) => {
    const event = parseEvent(text)
    if (!event) return
    switch (event.type) {
      case 'ready':
        ready(event)
        return
      case 'typed':
        pacer?.typed()
        if (event.skipped.length > 0) onNotice({ kind: 'not-typed', skipped: event.skipped })
        return
      case 'error':
        if (event.code === 'hold_timeout') timeOutHold()
        onNotice({ kind: 'control-error', code: event.code, detail: event.detail ?? '' })
        return
      case 'pong':
        return
    }
  }

  const ready = (event: Extract<ControlEvent, { type: 'ready' }>) => {
    if (state.name !== 'connecting') return
    cancelReady()
    backoff.connected()
    readySize = { width: event.snapshot.w, height: event.snapshot.h }
    onSnapshotSize(readySize)
    pacer = createControlPacer({
      clock,
      perSecond: event.max_messages_per_second,
      send: (message) => socket?.send(JSON.stringify(message)),
    })
    enter({ name: 'ready' })
    const waiting = early
    early = []
    for (const step of waiting) apply(step)
    watchUse()
  }

  const watchUse = () => {
    cancelUnused()
    cancelUnused = clock.after(unusedMs, () => {
      // A long press is use.
      if (held) {
        watchUse()
        return
      }
      end()
      enter({ name: 'closed' })
    })
  }

  const setHeld = (next: Mouse | null) => {
    held = next
    cancelHold()
    if (!next) return
    cancelHold = clock.after(keepHoldMs, () => {
      pacer?.push(next)
      setHeld(next)
    })
  }

  const mouse = (x: number, y: number, pressed: boolean) => {
    const message: Mouse = { type: 'mouse', x, y, buttons: pressed ? 1 : 0 }
    pacer?.push(message)
    setHeld(pressed ? message : null)
  }

  const timeOutHold = () => {
    setHeld(null)
    pacer?.released()
  }

  const release = () => {
    if (held) mouse(held.x, held.y, false)
  }

  const stepOf = (gesture: Gesture): Step => {
    if (gesture.kind === 'release') handDown = false
    if (gesture.kind !== 'pointer') return { phase: null, gesture }
    const wasDown = handDown
    handDown = gesture.pressed
    if (!gesture.pressed) return { phase: 'up', gesture }
    return { phase: wasDown ? 'move' : 'down', gesture }
  }

  /** Whether the point was seen on a screen of the size that the phone has now; else it would land elsewhere. */
  const isCurrent = ({ space }: PointerGesture | ScrollGesture) => {
    const size = frameSize() ?? readySize
    return size === null || (size.width === space.width && size.height === space.height)
  }

  const applyPointer = (phase: 'down' | 'move' | 'up', gesture: PointerGesture) => {
    if (!isCurrent(gesture)) release()
    else if (phase === 'down' || held) mouse(gesture.x, gesture.y, phase !== 'up')
  }

  const apply = (step: Step) => {
    if (step.phase !== null) {
      applyPointer(step.phase, step.gesture)
      return
    }
    const { gesture } = step
    switch (gesture.kind) {
      case 'hover':
        return
      case 'scroll':
        if (isCurrent(gesture)) pacer?.push({ type: 'scroll', x: gesture.x, y: gesture.y, dy: gesture.dy })
        return
      case 'release':
        release()
        return
      case 'key':
        pacer?.push({ type: 'key', key: gesture.key })
        return
      case 'text':
        pacer?.push({ type: 'text', text: gesture.text })
        return
    }
  }

  return {
    get state() {
      return state
    },
    gesture(gesture) {
      const step = stepOf(gesture)
      if (state.name === 'ready') {
        watchUse()
        apply(step)
        return
      }
      const mayOpen = state.name === 'closed' || (state.name === 'waiting' && clock.now() >= state.retryAt)
      if (mayOpen && opensChannel(step)) connect()
      if (state.name === 'connecting') early.push(step)
      else if (isInput(step)) onNotice({ kind: 'input-lost' })
    },
    takeBack() {
      if (state.name !== 'taken' && state.name !== 'parked' && state.name !== 'waiting') return
      backoff.reset()
      connect()
    },
    close() {
      end()
      if (state.name !== 'taken' && state.name !== 'parked') enter({ name: 'closed' })
    },
  }
}

/** Whether something of the user's is lost when this never reaches the phone. */
function isInput({ phase, gesture }: Step): boolean {
  return phase === 'down' || gesture.kind === 'scroll' || gesture.kind === 'key' || gesture.kind === 'text'
}

const opensChannel = (step: Step) => step.gesture.kind === 'hover' || isInput(step)

function parseEvent(text: string): ControlEvent | null {
  try {
    const event = controlEventSchema.safeParse(JSON.parse(text))
    return event.success ? event.data : null
  } catch {
    return null
  }
}
