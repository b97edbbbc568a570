/** Undoes a timer; doing it twice, or after it fired, does nothing. */
export type CancelTimer = () => void

/** Time as the core uses it, so that tests can own it. */
export interface Clock {
  /** The wall clock, in ms since the epoch. */
  now(): number
  /** Never goes back, in ms from an arbitrary start: what waiting is measured on. */
  monotonic(): number
  /** Calls once after `ms`. */
  after(ms: number, run: () => void): CancelTimer
}

// Beyond this a timer fires at once.
const longestTimerMs = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, Math.min(Math.max(ms, 0), longestTimerMs))
    return () => clearTimeout(timer)
  },
}
