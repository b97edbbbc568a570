import { reasons } from './reasons'
import { LimitReached } from './step-failure'

const none = { action: 'noActions', upload: 'noUploads' } as const
const few = { action: 'fewActions', upload: 'fewUploads' } as const

/** What may be spent of one thing, over all phones. */
export class Allowance {
  readonly #of: keyof typeof none
  readonly #within: Allowance | null
  readonly #onTake: (amount: number) => void
  #left: number
  #spent = 0
  #isShort = false

  /**
   * @param within what it is a part of: several runs share today's budget
   * @param onTake called before something is taken; throws LimitReached to refuse it
   */
  constructor(
    of: keyof typeof none,
    most: number,
    within: Allowance | null = null,
    onTake: (amount: number) => void = () => undefined,
  ) {
    this.#of = of
    this.#left = most
    this.#within = within
    this.#onTake = onTake
  }

  get left(): number {
    return Math.min(this.#left, this.#within?.left ?? Infinity)
  }

  /** How much was taken of it. */
  get spent(): number {
    return this.#spent
  }

  /** Whether more was asked for, of it or of a part of it, than there was left. */
  get isShort(): boolean {
    return this.#isShort
  }

  /** Takes what is left down to `most`; it never grows. */
  lower(most: number): void {
    this.#left = Math.min(this.#left, most)
  }

  /** @throws LimitReached when there is not so much left, or it is refused; nothing is taken then */
  take(amount: number): void {
    const { left } = this
    if (amount > left) {
      this.#runShort()
      throw new LimitReached(
        left === 0 ? reasons[none[this.#of]] : reasons[few[this.#of]]({ n: left, amount }),
      )
    }
    try {
      this.#ask(amount)
    } catch (thrown) {
      this.#runShort()
      throw thrown
    }
    this.#spend(amount)
  }

  #ask(amount: number): void {
    this.#onTake(amount)
    if (this.#within) this.#within.#ask(amount)
  }

  #runShort(): void {
    this.#isShort = true
    if (this.#within) this.#within.#runShort()
  }

  #spend(amount: number): void {
    this.#left -= amount
    this.#spent += amount
    if (this.#within) this.#within.#spend(amount)
  }
}
