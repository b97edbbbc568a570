import type { CancelTimer, Clock } from './clock'

const everyMs = 30_000

/** Notes that something is no longer known, and has it asked for now and then. */
export interface Throttle {
  /** It is not known any more: told at once where it was not told lately, and later for all that is noted until then. */
  note(): void
  /** Nothing is told any more. */
  close(): void
}

/** @param tell told at most once in half a minute */
export function createThrottle(clock: Clock, tell: () => void): Throttle {
  let toldAt = -Infinity
  let cancel: CancelTimer | null = null
  let closed = false
  const say = () => {
    cancel = null
    toldAt = clock.monotonic()
    tell()
  }

  return {
    note() {
      const waitMs = toldAt + everyMs - clock.monotonic()
      if (closed) return
      if (waitMs <= 0) say()
      else cancel ??= clock.after(waitMs, say)
    },
    close() {
      closed = true
      cancel?.()
    },
  }
}
