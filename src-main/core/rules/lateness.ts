import type { CancelTimer, Clock } from '../time/clock'

// A look that waits so long comes late.
const lateAfterMs = 5000
const lateForMs = 60_000

/** How late the looks at screens come. */
export interface Lateness {
  /** The latest look of the last minute or two, in ms; 0 while all come in time. */
  readonly ms: number
  /** A look has waited so long. */
  note(waitedMs: number): void
  /** No look waits any more. */
  forget(): void
}

/** @param onChange called each time that `ms` is another */
export function createLateness(clock: Pick<Clock, 'after'>, onChange: () => void): Lateness {
  let ms = 0
  /** Of the minute that goes on. */
  let mostNow = 0
  let cancelMinute: CancelTimer | null = null

  const become = (next: number) => {
    if (next === ms) return
    ms = next
    onChange()
  }
  const endMinute = () => {
    cancelMinute = mostNow > 0 ? clock.after(lateForMs, endMinute) : null
    become(mostNow)
    mostNow = 0
  }
  return {
    get ms() {
      return ms
    },
    note(waitedMs) {
      if (waitedMs < lateAfterMs) return
      cancelMinute ??= clock.after(lateForMs, endMinute)
      mostNow = Math.max(mostNow, waitedMs)
      become(Math.max(ms, waitedMs))
    },
    forget() {
      cancelMinute?.()
      cancelMinute = null
      ms = mostNow = 0
    },
  }
}
