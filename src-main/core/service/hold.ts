import type { Clock } from '../time/clock'

/**
 * Until when the service wants no request; a person may have one ask it sooner. Times are in monotonic ms. `by` is the phone
 * of a request: other requests may still be under way when one asks, and their answers say nothing about it.
 */
export class Hold {
  readonly #clock: Pick<Clock, 'monotonic'>
  #until = -Infinity
  /** `next`: one request may go now; `by`: the others wait for the answer of this phone's. */
  #sooner: 'no' | 'next' | { by: string } = 'no'

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock
  }

  /** When it ends, or has ended. */
  get until(): number {
    return this.#until
  }

  get isOn(): boolean {
    return this.#until > this.#clock.monotonic()
  }

  /** Whether the next request goes now, whatever the rate. */
  get asksNext(): boolean {
    return this.#sooner === 'next'
  }

  /** Whether a request asks sooner, and has no answer yet. */
  get isAsked(): boolean {
    return typeof this.#sooner === 'object'
  }

  isAskedBy(by: string): boolean {
    return typeof this.#sooner === 'object' && this.#sooner.by === by
  }

  /** Has the next request ask now. */
  hurry(): void {
    if (this.isOn && this.#sooner === 'no') this.#sooner = 'next'
  }

  /** A request goes out. */
  sent(by: string): void {
    if (this.#sooner === 'next') this.#sooner = { by }
  }

  /** The service refused a request. */
  set(until: number, by: string): void {
    this.#until = until
    this.unheard(by)
  }

  /** A request had no answer of the service, or was not sent after all. */
  unheard(by: string): void {
    if (this.isAskedBy(by)) this.#sooner = 'no'
  }

  /** The service took a request. @returns whether that ends a hold */
  passed(by: string): boolean {
    if (!this.isAskedBy(by)) return false
    this.set(this.#clock.monotonic(), by)
    return true
  }
}
