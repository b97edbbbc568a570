import { setImmediate as turn } from 'node:timers/promises'
import type { Clock } from '../../time/clock'
import { onAbort } from '../../time/on-abort'

// Steps that touch no phone wait for nothing, and would keep timers, signals and people waiting.
const longestBetweenTurnsMs = 10

/** Lets cases go on with their next step, or holds them before it. */
export class Gate {
  readonly #clock: Clock
  readonly #held = new Set<string | null>()
  readonly #waiting = new Set<() => void>()
  #lastTurn: number
  /** Cases that want to go on, the first one first. */
  readonly #line: (() => void)[] = []
  #isMoving = false

  constructor(clock: Clock) {
    this.#clock = clock
    this.#lastTurn = clock.monotonic()
  }

  /** Whether a phone was held by itself, or all with null. */
  isHeld(publicId: string | null): boolean {
    return this.#held.has(publicId)
  }

  /** Holds a phone's cases, or all with null. */
  hold(publicId: string | null): void {
    this.#held.add(publicId)
  }

  /** Lets a phone's cases go on, or all with null. */
  open(publicId: string | null): void {
    if (publicId === null) this.#held.clear()
    else this.#held.delete(publicId)
    for (const look of [...this.#waiting]) look()
  }

  /** Waits as long as a phone's cases are held, and lets other work of the program go on. @throws the reason of `stop` */
  async pass(publicId: string, stop: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#line.push(resolve)
      if (!this.#isMoving) void this.#move()
    })
    return new Promise((resolve, reject) => {
      const look = () => {
        if (!stop.aborted && (this.isHeld(null) || this.isHeld(publicId))) return
        this.#waiting.delete(look)
        off()
        if (stop.aborted) reject(stop.reason as Error)
        else resolve()
      }
      this.#waiting.add(look)
      const off = onAbort(stop, look)
      look()
    })
  }

  /** Lets one case after the other go on: the step of each may take long. */
  async #move(): Promise<void> {
    this.#isMoving = true
    for (let next = this.#line.shift(); next; next = this.#line.shift()) {
      if (this.#clock.monotonic() - this.#lastTurn > longestBetweenTurnsMs) {
        await turn()
        this.#lastTurn = this.#clock.monotonic()
      }
      next()
      // Comes after all that the step does without a wait.
      await new Promise<void>((resolve) => process.nextTick(resolve))
    }
    this.#isMoving = false
  }
}
