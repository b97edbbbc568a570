import { endsPress, isInput, type Gesture } from '../../../src-shared/features/gesture'
import type { ControlEvent, ControlMessage } from '../../../src-shared/protocol/control-channel'
import type { Size } from '../../../src-shared/protocol/device'
import type { Fault } from '../../../src-shared/protocol/fault'
import type { Clock } from '../time/clock'
import { ControlPacer, type Paced } from './control-pacer'
import { GestureEncoder } from './gesture-encoder'
import { Settling } from './settling'

// By then the bucket of 120 messages a second has room.
const releaseAgainMs = 250

export interface ControlInputOptions {
  clock: Clock
  /** `max_messages_per_second` of `ready`. */
  perSecond: number
  /** The phone's screen size now, in snapshot pixels. */
  screen: () => Size
  /** Writes a message to the connection. */
  send: (message: ControlMessage) => void
  /** A press or a scroll was made before the phone rotated, so it isn't sent. */
  onRotated: () => void
  /** A gesture has gone out that the service counts as an action. */
  onGesture: () => void
}

/** The input of one connection, from `ready` until it ends: sends gestures, and knows what the phone has of them. */
export class ControlInput {
  readonly #options: ControlInputOptions
  readonly #pacer: ControlPacer
  readonly #encoder: GestureEncoder
  readonly #settling: Settling

  constructor(options: ControlInputOptions) {
    const { clock, perSecond, screen, onRotated } = options
    this.#options = options
    this.#encoder = new GestureEncoder({
      clock,
      screen,
      keepAlive: (move) => this.#pacer.pushFirst(move),
      onRotated,
    })
    this.#settling = new Settling({
      clock,
      isIdle: () => this.#pacer.isIdle,
      ping: () => this.#pacer.push({ kind: 'ping' }),
    })
    this.#pacer = new ControlPacer({
      clock,
      perSecond,
      send: (paced) => this.#send(paced),
      onIdle: () => this.#settling.look(),
    })
  }

  /** Whether the phone's finger is down, as far as is known. */
  get holds(): boolean {
    return this.#encoder.holds
  }

  push(gesture: Gesture): void {
    if (gesture.kind !== 'hover') this.#pacer.push(gesture)
  }

  /** As `ControlSession.settled`. */
  settled(): Promise<boolean> {
    return this.#settling.settled()
  }

  /** Hears what the phone says. */
  hear(event: ControlEvent): void {
    switch (event.type) {
      case 'ready':
        return
      case 'typed':
        this.#pacer.typed()
        return this.#settling.answered()
      case 'error':
        if (event.code === 'hold_timeout') this.#encoder.timeOut()
        else this.#settling.answered()
        if (event.code === 'rate_limited') this.#releaseAgain()
        return
      case 'pong':
        return this.#settling.ponged()
    }
  }

  /**
   * The connection has ended. Nothing that it carried is sent again.
   * @param unreadMs input sent within so many ms before may not have been read
   * @returns what to report of lost input; null if nothing is lost
   */
  close(unreadMs: number): Fault | null {
    const lost = this.#loss(unreadMs)
    this.#encoder.close()
    this.#settling.close()
    return lost
  }

  #loss(unreadMs: number): Fault | null {
    const unsent = this.#pacer
      .clear()
      .some((paced) => paced.kind !== 'ping' && (isInput(paced) || endsPress(paced)))
    if (this.#encoder.holds || unsent) return { kind: 'input-partly-sent' }
    const isUnread = this.#options.clock.monotonic() - this.#settling.inputSentAt < unreadMs
    return isUnread || this.#settling.isTextUnanswered ? { kind: 'input-unconfirmed' } : null
  }

  #send(paced: Paced) {
    const message = paced.kind === 'ping' ? ({ type: 'ping' } as const) : this.#encoder.encode(paced)
    if (!message) return
    this.#options.send(message)
    this.#settling.sent(paced)
    if (paced.kind !== 'ping' && isInput(paced)) this.#options.onGesture()
  }

  /** Lifts the finger again a moment after the service has dropped a message, which may have been the release. */
  #releaseAgain() {
    const { clock, send } = this.#options
    clock.after(releaseAgainMs, () => {
      const release = this.#encoder.releaseAgain()
      if (release) send(release)
    })
  }
}
