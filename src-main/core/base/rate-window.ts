import type { Clock } from './clock'

/**
 * Lets no more than so many requests through in any span of so many ms, as the one that gets them counts: a request is taken
 * for the whole time in which it may have arrived, so that delays on the way cannot bring more of them together.
 */
export interface RateWindow {
  /** Begins a request. @returns to be called once it is over; null when there is no place for it */
  enter(): (() => void) | null
  /** How long until there is a place, in ms; 0 when there is one, Infinity while all are taken by requests under way. */
  waitMs(): number
}

export function createRateWindow(clock: Clock, most: number, spanMs: number): RateWindow {
  let underWay = 0
  // When a place is free again, on the monotonic clock; earliest first.
  let freeAt: number[] = []

  const isFull = () => {
    const now = clock.monotonic()
    freeAt = freeAt.filter((at) => at > now)
    return underWay + freeAt.length >= most
  }

  return {
    enter() {
      if (isFull()) return null
      underWay += 1
      return () => {
        underWay -= 1
        freeAt.push(clock.monotonic() + spanMs)
      }
    },
    waitMs() {
      if (!isFull()) return 0
      return (freeAt[0] ?? Infinity) - clock.monotonic()
    },
  }
}
