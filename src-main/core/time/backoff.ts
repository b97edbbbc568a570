import type { Clock } from './clock'

const firstMs = 1000
const longestMs = 60_000
const healthyMs = 30_000

/** Growing waits between attempts, with full jitter: up to a ceiling that doubles (spec 7, close codes 1011 and 4290). */
export interface Backoff {
  /** Failures since the last healthy connection or reset. */
  readonly failures: number
  /** Returns the next wait, in ms. Starts over after a connection that lasted half a minute. */
  nextMs(): number
  /** An attempt succeeded. */
  connected(): void
  /** Starts over: the next wait is a first one. */
  reset(): void
}

/** @param random in [0, 1) */
export function createBackoff(clock: Clock, random: () => number): Backoff {
  let failures = 0
  let connectedAt: number | null = null

  return {
    get failures() {
      return failures
    },
    nextMs() {
      if (connectedAt !== null && clock.monotonic() - connectedAt >= healthyMs) failures = 0
      connectedAt = null
      const ceiling = Math.min(longestMs, firstMs * 2 ** failures)
      failures += 1
      return Math.round(ceiling * random())
    },
    connected() {
      connectedAt = clock.monotonic()
    },
    reset() {
      failures = 0
    },
  }
}
