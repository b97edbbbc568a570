import type { Gesture } from '../../../src-shared/features/gesture'
import { cutText } from '../../../src-shared/protocol/text-cut'
import { createTokenBucket, type TokenBucket } from '../time/token-bucket'
import type { CancelTimer, Clock } from '../time/clock'
import { mergeGestures } from './merge-gestures'

// A service that allows one message a second gets less than that.
const leastPerSecond = 0.8
// An unanswered text delays the next by so much.
const typedWithinMs = 1000
// A phone that answers at once would turn each letter of fast typing into an action of its own.
const gatherTextMs = 120

export type Paced = Gesture | { kind: 'ping' }

export interface ControlPacerOptions {
  clock: Clock
  /** `max_messages_per_second` of `ready`. */
  perSecond: number
  send: (paced: Paced) => void
  /** Nothing waits any more. */
  onIdle: () => void
}

/**
 * Sends gestures in order and below the rate (spec 4.11, rules 2 and 6). Those that wait are merged; text is gathered while
 * the phone types and shortly after. Only moves are ever merged away.
 */
export class ControlPacer {
  readonly #options: ControlPacerOptions
  readonly #bucket: TokenBucket
  #queue: Paced[] = []
  #textSentAt = 0
  #cancelWake: CancelTimer | null = null
  #cancelGathering: CancelTimer | null = null

  constructor(options: ControlPacerOptions) {
    const { clock, perSecond } = options
    this.#options = options
    // What the network delays arrives together with what follows, so 9/10 of the rate leave room for that.
    const burst = Math.max(1, Math.floor(perSecond * 0.1))
    this.#bucket = createTokenBucket(clock, Math.max(leastPerSecond, perSecond * 0.9 - burst), burst)
  }

  get isIdle(): boolean {
    return this.#queue.length === 0 && this.#cancelGathering === null
  }

  push(paced: Paced): void {
    if (paced.kind === 'text') for (const text of cutText(paced.text)) this.#enqueue({ kind: 'text', text })
    else this.#enqueue(paced)
    this.#flush()
  }

  /** Sends a repeated move before anything else. */
  pushFirst(move: Gesture): void {
    this.#queue.unshift(move)
    this.#flush()
  }

  /** The phone has typed the last text: the next goes out, or is gathered a little longer. */
  typed(): void {
    if (!this.#cancelGathering) return
    const { clock } = this.#options
    this.#gather(this.#textSentAt + gatherTextMs - clock.monotonic())
  }

  /** Drops what waits. @returns it */
  clear(): Paced[] {
    const unsent = this.#queue
    this.#queue = []
    this.#cancelWake?.()
    this.#cancelGathering?.()
    this.#cancelWake = this.#cancelGathering = null
    return unsent
  }

  #enqueue(next: Paced) {
    const last = this.#queue.at(-1)
    const merged = last && last.kind !== 'ping' && next.kind !== 'ping' ? mergeGestures(last, next) : null
    if (merged) this.#queue[this.#queue.length - 1] = merged
    else this.#queue.push(next)
  }

  #flush() {
    const { clock, send, onIdle } = this.#options
    this.#cancelWake?.()
    this.#cancelWake = null
    for (let next = this.#queue[0]; next; next = this.#queue[0]) {
      // The last text gathers more; anything after it ends that.
      if (next.kind === 'text' && this.#cancelGathering && this.#queue.length === 1) return
      if (!this.#bucket.take()) {
        this.#cancelWake = clock.after(this.#bucket.waitMs(), () => this.#flush())
        return
      }
      this.#queue.shift()
      if (next.kind === 'text') {
        this.#textSentAt = clock.monotonic()
        this.#gather(typedWithinMs)
      }
      send(next)
    }
    if (this.isIdle) onIdle()
  }

  #gather(ms: number) {
    this.#cancelGathering?.()
    this.#cancelGathering = null
    if (ms > 0) {
      this.#cancelGathering = this.#options.clock.after(ms, () => this.#gather(0))
    } else this.#flush()
  }
}
