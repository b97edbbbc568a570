import { onAbort } from './on-abort'

/** Lets so many through at once; the others wait in their order. */
export class Turns {
  readonly #waiting: (() => void)[] = []
  readonly #most: () => number
  #inside = 0

  /** @param most may change; at least one is let through */
  constructor(most: number | (() => number)) {
    this.#most = typeof most === 'number' ? () => most : most
  }

  /** Waits for its turn. @returns ends it. @throws the reason of `stop` */
  async enter(stop: AbortSignal): Promise<() => void> {
    const turn = this.#turn(stop)
    this.#letIn()
    await turn
    let isInside = true
    return () => {
      if (isInside) this.#inside -= 1
      isInside = false
      this.#letIn()
    }
  }

  #letIn(): void {
    while (this.#inside < Math.max(1, this.#most())) {
      const next = this.#waiting.shift()
      if (!next) return
      this.#inside += 1
      next()
    }
  }

  #turn(stop: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        off()
        resolve()
      }
      const leave = () => {
        const at = this.#waiting.indexOf(go)
        if (at >= 0) this.#waiting.splice(at, 1)
        reject(stop.reason as Error)
      }
      if (stop.aborted) return leave()
      this.#waiting.push(go)
      const off = onAbort(stop, leave)
    })
  }
}
