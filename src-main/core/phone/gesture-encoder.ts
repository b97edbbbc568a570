import type { Gesture } from '../../../src-shared/features/gesture'
import type { ControlMessage } from '../../../src-shared/protocol/control-channel'
import type { Size } from '../../../src-shared/protocol/device'
import { limits } from '../../../src-shared/protocol/limits'
import type { CancelTimer, Clock } from '../time/clock'

const keepHoldMs = limits.controlHoldMs / 3
const mostReleasesAgain = 3

type PointerGesture = Extract<Gesture, { kind: 'pointer' }>
type Mouse = Extract<ControlMessage, { type: 'mouse' }>

export interface GestureEncoderOptions {
  clock: Clock
  /** The phone's screen size now, in snapshot pixels; null while unknown. */
  screen: () => Size | null
  /** Sends a move again, so that the service doesn't end a press that rests (spec 4.11). */
  keepAlive: (move: Gesture) => void
  /** A press or a scroll was made before the phone rotated, so it isn't sent. */
  onRotated: () => void
}

/** Encodes the gestures of one connection, in the order in which they go out, as control messages (spec 4.11). */
export class GestureEncoder {
  readonly #options: GestureEncoderOptions
  // The last pointer message of this connection while it presses. A press that this connection didn't begin never presses.
  #held: PointerGesture | null = null
  #isTimedOut = false
  /** The release that ended the last press, and how often it may still go out again. */
  #last: { release: Mouse; left: number } | null = null
  #cancelHold: CancelTimer = () => undefined

  constructor(options: GestureEncoderOptions) {
    this.#options = options
  }

  /** Whether the phone's finger is down, as far as is known. */
  get holds(): boolean {
    return this.#held !== null && !this.#isTimedOut
  }

  /** @returns the message to send now; null if nothing is to be sent */
  encode(gesture: Gesture): ControlMessage | null {
    switch (gesture.kind) {
      case 'hover':
        return null
      case 'pointer':
        return this.#pointer(gesture)
      case 'release':
        return this.#held?.press === gesture.press ? this.#release(this.#held) : null
      case 'scroll':
        if (this.#isCurrent(gesture)) return { type: 'scroll', x: gesture.x, y: gesture.y, dy: gesture.dy }
        this.#options.onRotated()
        return null
      case 'key':
        return { type: 'key', key: gesture.key }
      case 'text':
        return { type: 'text', text: gesture.text }
    }
  }

  /**
   * The service has ended a press (`hold_timeout`). Its moves no longer go out, its release does: the service may mean an
   * earlier press.
   */
  timeOut(): void {
    this.#cancelHold()
    this.#isTimedOut = true
  }

  /**
   * The service has dropped a message (`rate_limited`). @returns the last release, which may be that one: the finger would stay
   * down; null while a press is held, and after three times
   */
  releaseAgain(): Mouse | null {
    if (!this.#last || this.#last.left === 0) return null
    this.#last.left -= 1
    return this.#last.release
  }

  /** The connection is gone, and the finger is up with it. */
  close(): void {
    this.#hold(null)
    this.#last = null
  }

  #pointer(gesture: PointerGesture): Mouse | null {
    const { phase, press } = gesture
    const held = this.#held?.press === press ? this.#held : null
    if (!this.#isCurrent(gesture)) {
      if (phase === 'down') this.#options.onRotated()
      return held && this.#release(held)
    }
    if (phase === 'down') return this.#hold(gesture)
    if (!held) return null
    if (phase === 'up') return this.#release(gesture)
    return this.#isTimedOut ? null : this.#hold(gesture)
  }

  /** Whether the point was seen on a screen of the phone's size now; on another it would land elsewhere. */
  #isCurrent({ space }: { space: Size }): boolean {
    const size = this.#options.screen()
    return size === null || (size.width === space.width && size.height === space.height)
  }

  #release({ x, y }: PointerGesture): Mouse {
    this.#hold(null)
    const release: Mouse = { type: 'mouse', x, y, buttons: 0 }
    this.#last = { release, left: mostReleasesAgain }
    return release
  }

  #hold(gesture: PointerGesture): Mouse
  #hold(gesture: null): null
  #hold(gesture: PointerGesture | null): Mouse | null {
    const { clock, keepAlive } = this.#options
    this.#held = gesture
    this.#isTimedOut = false
    this.#cancelHold()
    if (!gesture) return null
    this.#last = null
    this.#cancelHold = clock.after(keepHoldMs, () => keepAlive({ ...gesture, phase: 'move' }))
    return { type: 'mouse', x: gesture.x, y: gesture.y, buttons: 1 }
  }
}
