import type { CancelTimer, Clock } from './clock'

/** Makes one call of many that come shortly after each other. */
export interface Gather {
  /** Calls within the span that the first of these begins. */
  soon(): void
  /** Calls at once, also for those that wait. */
  now(): void
  /** Calls at once if one waits. */
  flush(): void
  /** Makes no more calls. */
  close(): void
}

/** @param withinMs how long the first change waits for further ones */
export function createGather(clock: Pick<Clock, 'after'>, withinMs: number, run: () => void): Gather {
  let cancel: CancelTimer | null = null
  let isClosed = false
  const now = () => {
    cancel?.()
    cancel = null
    if (!isClosed) run()
  }

  return {
    soon() {
      if (!isClosed) cancel ??= clock.after(withinMs, now)
    },
    now,
    flush() {
      if (cancel) now()
    },
    close() {
      isClosed = true
      cancel?.()
      cancel = null
    },
  }
}
