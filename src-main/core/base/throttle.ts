import type { CancelTimer, Clock } from './clock'

const everyMs = 30_000

/** Limits calls to one in 30 s. */
export interface Throttle {
  /** Calls at once, or when 30 s have passed since the last call. */
  note(): void
  /** Cancels a pending call. */
  close(): void
}

/** @param run called at most once in 30 s */
export function createThrottle(clock: Clock, run: () => void): Throttle {
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
