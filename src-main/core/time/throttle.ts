import type { CancelTimer, Clock } from './clock'

/** Limits calls to one in a span of time. */
export interface Throttle {
  /** Calls at once, or when the span has passed since the last call. */
  note(): void
  /** Cancels a pending call. */
  close(): void
}

/** @param run called at most once in `everyMs` */
export function createThrottle(clock: Clock, everyMs: number, run: () => void): Throttle {
  let calledAt = -Infinity
  let cancel: CancelTimer | null = null
  let closed = false
  const call = () => {
    cancel = null
    calledAt = clock.monotonic()
    run()
  }

  return {
    note() {
      const waitMs = calledAt + everyMs - clock.monotonic()
      if (closed) return
      if (waitMs <= 0) call()
      else cancel ??= clock.after(waitMs, call)
    },
    close() {
      closed = true
      cancel?.()
    },
  }
}
