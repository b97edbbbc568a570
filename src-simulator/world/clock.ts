import { setImmediate as turn } from 'node:timers/promises'

const LONGEST_TIMEOUT_MS = 2 ** 31 - 1

interface Entry {
  due: number
  run: () => void
}

/**
 * The service's own time: real time plus what admin has added. Everything that waits waits on it, so that a test can
 * move hours at once.
 */
export class Clock {
  private offset = 0
  private readonly entries = new Set<Entry>()
  private timer: NodeJS.Timeout | undefined
  private moved = Promise.resolve()
  private closed = false

  /** Milliseconds since 1970, UTC; never goes back. */
  now(): number {
    return performance.timeOrigin + performance.now() + this.offset
  }

  /** The time as ISO 8601 in UTC, for instance `2026-10-02T08:00:00.000Z`. */
  iso(): string {
    return new Date(this.now()).toISOString()
  }

  /** Runs `run` in `delayMs`. @returns forgets it */
  schedule(delayMs: number, run: () => void): () => void {
    const entry = { due: this.now() + Math.max(0, delayMs), run }
    if (!this.closed) this.entries.add(entry)
    this.arm()
    return () => {
      this.entries.delete(entry)
    }
  }

  sleep(delayMs: number): Promise<void> {
    if (delayMs <= 0) return Promise.resolve()
    return new Promise((resolve) => this.schedule(delayMs, resolve))
  }

  /**
   * Moves time forward, running what falls due on the way, each at its own moment: what that leads to within the time
   * that is moved comes in its turn.
   */
  advance(ms: number): Promise<void> {
    this.moved = this.moved.then(() => this.move(ms))
    return this.moved
  }

  /** Nothing falls due any more. */
  close(): void {
    this.closed = true
    this.entries.clear()
    clearTimeout(this.timer)
  }

  private async move(ms: number): Promise<void> {
    const target = this.now() + ms
    for (let entry = this.earliest(); entry && entry.due <= target; entry = this.earliest()) {
      this.offset += Math.max(0, entry.due - this.now())
      this.entries.delete(entry)
      entry.run()
      // Code that slept until now continues, and may sleep again.
      await turn()
    }
    this.offset += Math.max(0, target - this.now())
    this.arm()
  }

  private earliest(): Entry | undefined {
    let first: Entry | undefined
    for (const entry of this.entries) if (!first || entry.due < first.due) first = entry
    return first
  }

  private arm(): void {
    clearTimeout(this.timer)
    const first = this.earliest()
    if (!first) return
    this.timer = setTimeout(
      () => {
        this.runDue()
      },
      Math.min(LONGEST_TIMEOUT_MS, Math.max(0, first.due - this.now())),
    )
  }

  private runDue(): void {
    for (let entry = this.earliest(); entry && entry.due <= this.now(); entry = this.earliest()) {
      this.entries.delete(entry)
      entry.run()
    }
    this.arm()
  }
}
