import { createBackoff, type Backoff } from '../time/backoff'
import type { Clock } from '../time/clock'

/** Tracks whether anything answers. During an outage one request at a time probes, after growing waits; the others wait. */
export interface Outage<Sent> {
  /** When the next request may go out, in monotonic ms; 0 without an outage. */
  readonly nextAt: number
  /** Whether a probe is under way. */
  readonly isProbed: boolean
  /** A request goes out. */
  sent(one: Sent): void
  /** A request has ended. */
  back(one: Sent): void
  /** Nothing answered this request. Only the first of an outage and the probes make the wait grow. */
  unheard(one: Sent): void
  /** The next request may probe at once. */
  hurry(): void
  /** Something answered. @returns whether that ends an outage */
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
    hurry() {
      if (current) current.nextAt = clock.monotonic()
    },
    heard() {
      const wasOut = current !== null
      current = null
      return wasOut
    },
  }
}
