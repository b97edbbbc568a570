import { endsPress, isInput } from '../../../src-shared/features/gesture'
import type { CancelTimer, Clock } from '../time/clock'
import type { Paced } from './control-pacer'

// An action goes another way, on which it could overtake a text: it waits so long for `typed`, and longer for each letter.
const typedWithinMs = 5000
const typedPerLetterMs = 20
// So soon after another input it could overtake that too, and waits for `pong`.
const overtakesWithinMs = 1000
const pongWithinMs = 1000

export interface SettlingOptions {
  clock: Clock
  /** Whether nothing waits to be sent. */
  isIdle: () => boolean
  /** Sends a ping after all that was sent. */
  ping: () => void
}

/** Knows what the service has not acknowledged of the input that was sent on one connection. */
export class Settling {
  readonly #options: SettlingOptions
  #unansweredTexts = 0
  #awaitedTexts = 0
  #typedBy = 0
  #cancelTyping: CancelTimer = () => undefined
  #inputSentAt = -Infinity
  /** The answer to the ping after the last input. */
  #pinged: Promise<void> | null = null
  #waiting: ((isTyped: boolean) => void)[] = []
  #pings: (() => void)[] = []

  constructor(options: SettlingOptions) {
    this.#options = options
  }

  /** When the last press, release, scroll or key went out, in monotonic ms. */
  get inputSentAt(): number {
    return this.#inputSentAt
  }

  /** Whether a text was sent that may or may not have been typed. */
  get isTextUnanswered(): boolean {
    return this.#unansweredTexts > 0
  }

  sent(paced: Paced): void {
    if (paced.kind === 'text') this.#awaitTyped(paced.text.length)
    else if (paced.kind !== 'ping' && (isInput(paced) || endsPress(paced))) {
      this.#inputSentAt = this.#options.clock.monotonic()
      this.#pinged = null
    }
  }

  /** A text was answered, with `typed` or an `error`; which one the service does not say. */
  answered(): void {
    this.#unansweredTexts = Math.max(0, this.#unansweredTexts - 1)
    this.#awaitedTexts = Math.max(0, this.#awaitedTexts - 1)
    this.look()
  }

  ponged(): void {
    this.#pings.shift()?.()
  }

  /**
   * Waits until all input has reached the phone: nothing waits, texts are typed, and the service has read the rest.
   * @returns whether the phone has typed in time
   */
  async settled(): Promise<boolean> {
    const isTyped = this.#isTyped() || (await new Promise<boolean>((resolve) => this.#waiting.push(resolve)))
    const isRecent = this.#options.clock.monotonic() - this.#inputSentAt < overtakesWithinMs
    if (isTyped && isRecent) await (this.#pinged ??= this.#ping())
    return isTyped
  }

  /** Looks whether those who wait can go on. */
  look(): void {
    if (this.#isTyped()) this.#endTyping(true)
  }

  /** The connection is gone, so every wait ends. */
  close(): void {
    this.#inputSentAt = -Infinity
    this.#awaitedTexts = 0
    this.#endTyping(true)
    for (const answered of this.#pings.splice(0)) answered()
  }

  #isTyped() {
    return this.#awaitedTexts === 0 && this.#options.isIdle()
  }

  #awaitTyped(letters: number) {
    const { clock } = this.#options
    const now = clock.monotonic()
    this.#unansweredTexts += 1
    this.#awaitedTexts += 1
    this.#typedBy = Math.max(this.#typedBy, now) + letters * typedPerLetterMs
    this.#cancelTyping()
    this.#cancelTyping = clock.after(this.#typedBy + typedWithinMs - now, () => {
      this.#awaitedTexts = 0
      this.#endTyping(false)
    })
  }

  #endTyping(isTyped: boolean) {
    this.#typedBy = 0
    this.#cancelTyping()
    for (const resolve of this.#waiting.splice(0)) resolve(isTyped)
  }

  #ping() {
    const { clock, ping } = this.#options
    return new Promise<void>((resolve) => {
      const cancel = clock.after(pongWithinMs, resolve)
      // It stays in line: a late `pong` must not count for the next ping.
      this.#pings.push(() => {
        cancel()
        resolve()
      })
      ping()
    })
  }
}
