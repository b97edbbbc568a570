import type { Gesture } from '../../../src-shared/bridge/gesture'
import type { ControlMessage } from '../../../src-shared/protocol/control-message'
import type { Size } from '../../../src-shared/protocol/device'
import { limits } from '../../../src-shared/protocol/limits'
import type { CancelTimer, Clock } from '../base/clock'

const keepHoldMs = limits.controlHoldMs / 3

type PointerGesture = Extract<Gesture, { kind: 'pointer' }>
type ScrollGesture = Extract<Gesture, { kind: 'scroll' }>
type Mouse = Extract<ControlMessage, { type: 'mouse' }>

/** A gesture whose pointer message knows what it is: a move without its press must never press. */
export type Step =
  | { phase: 'down' | 'move' | 'up'; gesture: PointerGesture }
  | { phase: null; gesture: Exclude<Gesture, PointerGesture> }

export interface GestureEncoderOptions {
  clock: Clock
  /** The size of the phone's screen now, or null while it is not known. */
  screen: () => Size | null
  send: (message: ControlMessage) => void
  /** A press or a scroll is not done: it was made on a screen of another size. */
  onMissed: () => void
}

/** The hand on one phone: turns gestures into control messages, and keeps a press alive for as long as it lasts. */
export interface GestureEncoder {
  /** Whether the phone's finger is down, as far as is known. */
  readonly holds: boolean
  /** Tells a press from a move; to be asked in the order in which the gestures were made. */
  step(gesture: Gesture): Step
  apply(step: Step): void
  /** The connection is gone, and the finger up with it: nothing of the press counts any more. */
  letGo(): void
  /** The service has let go of a press: moves no longer count, but the hand's release goes out, for it may have been an earlier press. */
  timeOut(): void
}

export function createGestureEncoder({
  clock,
  screen,
  send,
  onMissed,
}: GestureEncoderOptions): GestureEncoder {
  // Whether the hand is down, as the page tells it; `held` is whether the phone's finger is.
  let handDown = false
  let held: Mouse | null = null
  let timedOut = false
  let cancelHold: CancelTimer = () => undefined

  const setHeld = (next: Mouse | null) => {
    held = next
    timedOut = false
    cancelHold()
    if (!next) return
    cancelHold = clock.after(keepHoldMs, () => {
      send(next)
      setHeld(next)
    })
  }

  const mouse = (x: number, y: number, pressed: boolean) => {
    const message: Mouse = { type: 'mouse', x, y, buttons: pressed ? 1 : 0 }
    send(message)
    setHeld(pressed ? message : null)
  }

  const release = () => {
    if (held) mouse(held.x, held.y, false)
  }

  /** Whether the point was seen on a screen of the size that the phone has now; else it would land elsewhere. */
  const isCurrent = ({ space }: PointerGesture | ScrollGesture) => {
    const size = screen()
    return size === null || (size.width === space.width && size.height === space.height)
  }

  const applyPointer = (phase: 'down' | 'move' | 'up', gesture: PointerGesture) => {
    if (!isCurrent(gesture)) {
      release()
      if (phase === 'down') onMissed()
    } else if (phase === 'down' || (held && !(timedOut && phase === 'move'))) {
      mouse(gesture.x, gesture.y, phase !== 'up')
    }
  }

  return {
    get holds() {
      return held !== null && !timedOut
    },
    step(gesture) {
      if (gesture.kind === 'release') handDown = false
      if (gesture.kind !== 'pointer') return { phase: null, gesture }
      const wasDown = handDown
      handDown = gesture.pressed
      if (!gesture.pressed) return { phase: 'up', gesture }
      return { phase: wasDown ? 'move' : 'down', gesture }
    },
    apply({ phase, gesture }) {
      if (phase !== null) {
        applyPointer(phase, gesture)
        return
      }
      switch (gesture.kind) {
        case 'hover':
          return
        case 'scroll':
          if (isCurrent(gesture)) send({ type: 'scroll', x: gesture.x, y: gesture.y, dy: gesture.dy })
          else onMissed()
          return
        case 'release':
          release()
          return
        case 'key':
          send({ type: 'key', key: gesture.key })
          return
        case 'text':
          send({ type: 'text', text: gesture.text })
          return
      }
    },
    letGo: () => setHeld(null),
    timeOut() {
      cancelHold()
      timedOut = true
    },
  }
}

/** Whether something of the user's is lost when this gesture never reaches the phone. */
export function isInput(gesture: Gesture): boolean {
  if (gesture.kind === 'pointer') return gesture.pressed
  return gesture.kind === 'scroll' || gesture.kind === 'key' || gesture.kind === 'text'
}
