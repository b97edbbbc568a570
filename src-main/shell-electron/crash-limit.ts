import type { Clock } from '../core/base/clock'

const withinMs = 60_000
const mostCrashes = 3

/** How often a page may crash and be loaded anew by itself: not for ever. */
export interface CrashLimit {
  /** The page has crashed. @returns whether it may be loaded anew unasked: not at the third crash within a minute */
  crashed(): boolean
}

export function createCrashLimit(clock: Pick<Clock, 'monotonic'>): CrashLimit {
  let crashes: number[] = []

  return {
    crashed() {
      const now = clock.monotonic()
      crashes = [...crashes.filter((at) => now - at < withinMs), now]
      return crashes.length < mostCrashes
    },
  }
}
