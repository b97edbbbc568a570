/** Lets so many through at once; the others wait in their order. */
export class Turns {
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(most: number) {
    this.#free = Math.max(1, most)
  }

  /** Waits for its turn. @returns ends it. @throws the reason of `stop` */
  async enter(stop: AbortSignal): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1
    else await this.#turn(stop)
    let isFree = false
    return () => {
      if (isFree) return
      isFree = true
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }

  #turn(stop: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        stop.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        const at = this.#waiting.indexOf(go)
        if (at >= 0) this.#waiting.splice(at, 1)
        reject(stop.reason as Error)
      }
      this.#waiting.push(go)
      stop.addEventListener('abort', leave, { once: true })
      if (stop.aborted) leave()
    })
  }
}
