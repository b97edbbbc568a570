import type { Gesture } from '../../../src-shared/bridge/gesture'
import { controlEventSchema, type ControlEvent } from '../../../src-shared/protocol/control-event'
import type { Size } from '../../../src-shared/protocol/device'
import type { Fault } from '../../../src-shared/protocol/fault'
import { isRefusal } from '../../../src-shared/protocol/is-refusal'
import type { CancelTimer } from '../base/clock'
import { createReconnectPolicy, type ChannelOptions, type Parked } from './reconnect-policy'
import { createGestureEncoder, isInput } from './gesture-encoder'
import { createControlPacer, type ControlPacer } from './control-pacer'
import type { Dial, Socket } from '../service/ws-client'

const readyWithinMs = 5000
// A channel that nobody has used for this long is let go; the next hover opens it again.
const unusedMs = 120_000
// What is typed waits for a channel that has failed where it comes back so soon.
const soonMs = 2000

/**
 * - `closed`: opens with the next gesture
 * - `connecting`, `ready`
 * - `parked`: opens again with a gesture, not before its reason is over
 */
export type ControlState = { name: 'closed' | 'connecting' | 'ready' } | Parked

export interface ControlSessionOptions extends ChannelOptions {
  dial: Dial
  /** The size of the newest frame, or null before the first. */
  frameSize: () => Size | null
  onState: (state: ControlState) => void
  /** `ready` has told the coordinate space. */
  onSnapshotSize: (size: Size) => void
  /** Something was not applied, or only in part. */
  onNotice: (fault: Fault) => void
  /** An input is lost with the channel, or may be. */
  onLost: (fault: Fault) => void
  /** A gesture has gone out that the service counts as an action. */
  onGesture: () => void
}

/** The control channel of one phone: from gestures to messages (spec 4.11). */
export interface ControlSession {
  readonly state: ControlState
  /** It has failed, and does not come back within 2 s: no input waits for it. */
  readonly isAway: boolean
  /**
   * Opens it for an input, where it may be opened, now or within 2 s; null where nothing is to be waited for.
   * @returns once it is open, null; once it is not opened, what to tell of what waited for it
   */
  open(): Promise<Fault | null> | null
  /** Does it now, or tells why it cannot be done. */
  gesture(gesture: Gesture): void
  takeBack(): void
  /** As `ControlPacer.settled`; at once when nothing is on its way. */
  settled(): Promise<boolean>
  /** Nothing may be asked with the key. */
  parkKey(fault: Fault): void
  /** What is over holds it up no longer. */
  unpark(isOver: (parked: Parked) => boolean): void
  /** Out of sight: nothing is open any more. It may be opened again, but not before what parks it is over. */
  leave(): void
  /** For good. */
  close(): void
}

export function createControlSession(options: ControlSessionOptions): ControlSession {
  const { dial, whenMayConnect, clock, backoff, diagnose, findUsedUp, onKeyRefused, frameSize, onState } =
    options
  const { onSnapshotSize, onNotice, onLost, onGesture } = options
  const comeback = createReconnectPolicy(options)
  let state: ControlState = { name: 'closed' }
  let socket: Socket | null = null
  let pacer: ControlPacer | null = null
  const awaiting: ((missed: Fault | null) => void)[] = []
  let readySize: Size | null = null
  let attempt = 0
  // Until the budgets are known no attempt is made.
  let looksAtBudgets = false
  let cancelConnect: CancelTimer = () => undefined
  let cancelReady: CancelTimer = () => undefined
  let cancelUnused: CancelTimer = () => undefined
  let cancelComeback: CancelTimer = () => undefined

  const hand = createGestureEncoder({
    clock,
    screen: () => frameSize() ?? readySize,
    send: (message) => pacer?.push(message),
    onMissed: () => onNotice({ kind: 'input-turned' }),
  })

  const enter = (next: ControlState) => {
    state = next
    onState(next)
  }

  const tellAwaiting = (missed: Fault | null) => {
    for (const resolve of awaiting.splice(0)) resolve(missed)
  }

  /**
   * Forgets the connection; nothing that was under way is done again later.
   * @param unreadMs what was sent so shortly before may not have been read
   * @returns what to tell when something is lost by it, or may be
   */
  const end = (because: Fault | null = null, unreadMs = 0): Fault | null => {
    attempt += 1
    looksAtBudgets = false
    cancelConnect()
    cancelReady()
    cancelUnused()
    cancelComeback()
    const cleared = pacer?.clear()
    const isCut = hand.holds || cleared?.unsent
    hand.letGo()
    readySize = null
    pacer = null
    socket?.close()
    socket = null
    tellAwaiting(lossBy(because))
    if (isCut) return { kind: 'input-cut' }
    if (cleared && clock.monotonic() - cleared.inputSentAt < unreadMs) return { kind: 'input-unanswered' }
    return cleared?.unanswered ? { kind: 'text-unanswered' } : null
  }

  /** How long it stays away, in ms; null where it is not to come back by itself. */
  const awayForMs = () =>
    state.name === 'parked' && state.reason === 'retry' ? state.dueAt - soonMs - clock.monotonic() : null

  const tellWhenItComesSoon = () => {
    const awayMs = awayForMs() ?? 0
    if (awayMs > 0) cancelComeback = clock.after(awayMs, () => onState(state))
  }

  const fail = (fault: Fault, unreadMs = 0) => {
    const lost = end(fault, unreadMs)
    const next = comeback.judge(fault)
    enter(next)
    tellWhenItComesSoon()
    if (lost) onLost(lost)
    if (next.reason === 'key') onKeyRefused(fault)
    else if (comeback.suspectsBudget(fault)) void lookAtBudgets()
  }

  const lookAtBudgets = async () => {
    const thisAttempt = attempt
    looksAtBudgets = true
    const usedUp = await findUsedUp()
    if (thisAttempt !== attempt) return
    looksAtBudgets = false
    if (usedUp) {
      enter(comeback.judge(usedUp))
      tellAwaiting(lossBy(usedUp))
    } else comeBack()
  }

  /** Opens it for those who wait, as soon as it may be. */
  const comeBack = () => {
    if (awaiting.length === 0) return
    cancelComeback()
    if (mayOpen()) connect()
    else if (state.name === 'parked' && state.dueAt !== null && !looksAtBudgets)
      cancelComeback = clock.after(state.dueAt - clock.monotonic(), comeBack)
  }

  const connect = () => {
    // From here on: what was asked before says nothing about it, also while it waits for its turn.
    attempt += 1
    cancelComeback()
    enter({ name: 'connecting' })
    cancelConnect = whenMayConnect(() => (socket = open()))
  }

  const open = (): Socket => {
    const thisAttempt = attempt
    return dial({
      open() {
        cancelReady = clock.after(readyWithinMs, () =>
          fail({ kind: 'socket-closed', code: 1006, reason: 'no ready message' }),
        )
      },
      message(data, text) {
        if (text) receive(data.toString('utf8'))
      },
      async refused(status) {
        const fault = await diagnose(status)
        if (thisAttempt === attempt) fail(fault)
      },
      failed: fail,
      closed: (code, reason, unreadMs) => fail({ kind: 'socket-closed', code, reason }, unreadMs),
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
        else pacer?.refused()
        onNotice({ kind: 'control-error', code: event.code, detail: event.detail ?? '' })
        return
      case 'pong':
        pacer?.ponged()
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
      send(message, isAction) {
        socket?.send(JSON.stringify(message))
        if (isAction) onGesture()
      },
    })
    enter({ name: 'ready' })
    watchUse()
    tellAwaiting(null)
  }

  const watchUse = () => {
    cancelUnused()
    cancelUnused = clock.after(unusedMs, () => {
      // A long press is use.
      if (hand.holds) {
        watchUse()
        return
      }
      const lost = end()
      // Nothing that is made now is meant with a text of so long ago.
      if (lost) onNotice(lost)
      enter({ name: 'closed' })
    })
  }

  const timeOutHold = () => {
    if (pacer?.released()) hand.timeOut()
  }

  const mayOpen = () => {
    if (state.name !== 'parked') return state.name === 'closed'
    return state.dueAt !== null && clock.monotonic() >= state.dueAt && !looksAtBudgets
  }

  const leave = () => {
    const lost = end()
    if (lost) onLost(lost)
    // Out of sight and back is neither a fix nor a shorter wait; what is closed already is no news.
    if (state.name === 'parked') tellWhenItComesSoon()
    else if (state.name !== 'closed') enter({ name: 'closed' })
  }

  return {
    get state() {
      return state
    },
    get isAway() {
      return (awayForMs() ?? 0) > 0
    },
    open() {
      if (mayOpen()) connect()
      if (state.name !== 'connecting' && (awayForMs() ?? 1) > 0) return null
      const opening = new Promise<Fault | null>((resolve) => awaiting.push(resolve))
      comeBack()
      return opening
    },
    gesture(gesture) {
      const step = hand.step(gesture)
      if (state.name === 'ready') {
        watchUse()
        hand.apply(step)
      } else if (gesture.kind === 'hover') {
        if (mayOpen()) connect()
      } else if (step.phase !== 'move' && isInput(gesture)) {
        onLost(lossBy('fault' in state ? state.fault : null))
      }
    },
    takeBack() {
      if (state.name !== 'parked') return
      backoff.reset()
      connect()
    },
    settled: () => pacer?.settled() ?? Promise.resolve(true),
    parkKey(fault) {
      if (state.name === 'parked' && state.dueAt === null) return
      const lost = end(fault)
      if (lost) onLost(lost)
      enter({ name: 'parked', reason: 'key', fault, dueAt: null })
    },
    unpark(isOver) {
      if (state.name === 'parked' && isOver(state)) enter({ name: 'closed' })
    },
    leave,
    close() {
      leave()
      cancelComeback()
    },
  }
}

/** What is told of an input that a channel's end takes with it, or that it is not open for. */
function lossBy(fault: Fault | null): Fault {
  return fault && isRefusal(fault) ? { kind: 'input-lost', because: fault } : { kind: 'input-lost' }
}

function parseEvent(text: string): ControlEvent | null {
  try {
    const event = controlEventSchema.safeParse(JSON.parse(text))
    return event.success ? event.data : null
  } catch {
    return null
  }
}
