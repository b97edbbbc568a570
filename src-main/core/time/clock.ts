/** Cancels a timer; calling it again, or after it fired, does nothing. */
export type CancelTimer = () => void

/** The core's source of time, which tests replace. */
export interface Clock {
  /** The wall clock, in ms since the epoch. */
  now(): number
  /** Monotonic ms from an arbitrary start; all waits use it. */
  monotonic(): number
  /** Calls `run` once after `ms`. */
  after(ms: number, run: () => void): CancelTimer
}

/** Returns when a monotonic time comes by the wall clock, in ms since the epoch. */
export function wallTimeOf(clock: Pick<Clock, 'now' | 'monotonic'>, at: number): number {
  return Math.round(clock.now() + at - clock.monotonic())
}

// setTimeout fires at once for longer waits.
const longestTimerMs = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, Math.min(Math.max(ms, 0), longestTimerMs))
    return () => clearTimeout(timer)
  },
}

// A Date holds 100 million days on either side of the epoch (ECMA-262).
const mostMs = 8.64e15

/** Returns whether a value is a time, in ms since the epoch, that a Date can hold. */
export const isInstant = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) <= mostMs
