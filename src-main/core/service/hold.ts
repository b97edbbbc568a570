import type { Clock } from '../base/clock'

/** Until when the service wants no request; a person may have one ask it sooner. Times are in monotonic ms. */
export class Hold {
  readonly #clock: Pick<Clock, 'monotonic'>
  #until = -Infinity
  /** `next`: one request may go now; `asked`: the others wait for its answer. */
  #sooner: 'no' | 'next' | 'asked' = 'no'

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
    return this.#sooner === 'asked'
  }

  /** Has the next request ask now. */
  hurry(): void {
    if (this.isOn && this.#sooner === 'no') this.#sooner = 'next'
  }

  /** A request goes out. */
  sent(): void {
    if (this.#sooner === 'next') this.#sooner = 'asked'
  }

  /** The service refused a request. */
  set(until: number): void {
    this.#until = until
    this.#sooner = 'no'
  }

  /** A request had no answer of the service. */
  unheard(): void {
    if (this.#sooner === 'asked') this.#sooner = 'no'
  }

  /** The service took a request. @returns whether that ends a hold */
  passed(): boolean {
    if (this.#sooner !== 'asked') return false
    this.set(this.#clock.monotonic())
    return true
  }
}
