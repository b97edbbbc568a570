import { LimitReached } from './step-failure'

/** What a run may spend of one thing, over all phones. */
export class Allowance {
  readonly #of: string
  #left: number
  #spent = 0
  #isShort = false

  /** @param of such as `action` */
  constructor(of: string, most: number) {
    this.#of = of
    this.#left = most
  }

  get spent(): number {
    return this.#spent
  }

  /** Whether more was asked for than there was left. */
  get isShort(): boolean {
    return this.#isShort
  }

  /** @throws LimitReached when there is not so much left; nothing is taken then */
  take(amount: number): void {
    if (amount > this.#left) this.#isShort = true
    if (amount > this.#left)
      throw new LimitReached(
        this.#left === 0
          ? `The run has no ${this.#of}s left, of its own limit or of today’s budget.`
          : `The run has ${this.#left} ${this.#of}${this.#left === 1 ? '' : 's'} left, not ${amount}.`,
      )
    this.#left -= amount
    this.#spent += amount
  }
}
