import type { Clock } from './clock'

/**
 * Limits requests to `most` in any span of `spanMs`, as the receiver counts them: a request keeps its place from its start
 * until `spanMs` after its end, whenever it arrived.
 */
export interface RateWindow {
  /** Begins a request. @returns the function that ends it; null when the window is full */
  enter(): (() => void) | null
  /** Returns the wait for a place, in ms; Infinity while requests under way take all. */
  waitMs(): number
}

export function createRateWindow(clock: Clock, most: number, spanMs: number): RateWindow {
  let underWay = 0
  // When each place is free again, in monotonic ms; earliest first.
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
