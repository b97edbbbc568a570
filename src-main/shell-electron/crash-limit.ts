import type { Clock } from '../core/time/clock'

const withinMs = 60_000
const maxCrashes = 3

/**
 * Limits how often a crashed page may reload on its own.
 * @returns counts a crash, and returns whether the page may reload: not at the third crash within a minute
 */
export function createCrashLimit(clock: Pick<Clock, 'monotonic'>): () => boolean {
  let crashes: number[] = []
  return () => {
    const now = clock.monotonic()
    crashes = [...crashes.filter((at) => now - at < withinMs), now]
    return crashes.length < maxCrashes
  }
}
