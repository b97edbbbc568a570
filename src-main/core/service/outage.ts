import { createBackoff, type Backoff } from '../base/backoff'
import type { Clock } from '../base/clock'

/**
 * Whether anything answers. While nothing does, one goes out at a time to show whether it is over, after growing waits, and all
 * others wait with it.
 */
export interface Outage<Sent> {
  /** When the next may go out, in monotonic ms; 0 while there is no outage. */
  readonly nextAt: number
  /** Whether one is out to show whether it is over. */
  readonly isProbed: boolean
  /** One goes out. */
  sent(one: Sent): void
  /** It is not out any more. */
  back(one: Sent): void
  /** Nothing answered this one. Those that were out with it say no more than it does. */
  unheard(one: Sent): void
  /** Something answers. @returns whether that ends an outage */
  heard(): boolean
}

/** @param random in [0, 1) */
export function createOutage<Sent>(clock: Clock, random: () => number): Outage<Sent> {
  let current: { backoff: Backoff; nextAt: number; probe: Sent | null } | null = null

  return {
    get nextAt() {
      return current?.nextAt ?? 0
    },
    get isProbed() {
      return (current?.probe ?? null) !== null
    },
    sent(one) {
      if (current) current.probe = one
    },
    back(one) {
      if (current?.probe === one) current.probe = null
    },
    unheard(one) {
      const isNew = current === null
      current ??= { backoff: createBackoff(clock, random), nextAt: 0, probe: null }
      if (isNew || current.probe === one) current.nextAt = clock.monotonic() + current.backoff.nextMs()
    },
    heard() {
      const wasOut = current !== null
      current = null
      return wasOut
    },
  }
}
