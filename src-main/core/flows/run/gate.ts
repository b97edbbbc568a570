/** Lets cases go on with their next step, or holds them before it. */
export class Gate {
  readonly #held = new Set<string | null>()
  readonly #waiting = new Set<() => void>()

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

  /** Waits as long as a phone's cases are held. @throws the reason of `stop` */
  pass(publicId: string, stop: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (!stop.aborted && (this.isHeld(null) || this.isHeld(publicId))) return
        this.#waiting.delete(look)
        stop.removeEventListener('abort', look)
        if (stop.aborted) reject(stop.reason as Error)
        else resolve()
      }
      this.#waiting.add(look)
      stop.addEventListener('abort', look)
      look()
    })
  }
}
