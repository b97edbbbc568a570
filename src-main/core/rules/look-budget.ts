import type { Clock } from '../time/clock'
import { Turns } from '../time/turns'
import { waitFor } from '../time/wait-for'

// A computer that slept, or a picture process that started, took none of the core in that time.
const mostCountedMs = 2000

/** Lets one look at a screen through at a time, and rests in between. */
export interface LookBudget {
  /** Waits for its turn. @returns ends it @throws the reason of `stop` */
  enter(stop: AbortSignal): Promise<() => void>
}

/**
 * Holds the looks of all rules to a share of one processor core: after a look they rest until it has taken no more than that.
 * A look that waits for others in the picture process counts in full, so the share is what rules take at most.
 * @param percent the share, from 1 to 100; it may change
 */
export function createLookBudget(clock: Clock, percent: () => number): LookBudget {
  const turns = new Turns(1)
  let restsUntil = -Infinity

  return {
    async enter(stop) {
      const leave = await turns.enter(stop)
      try {
        const restMs = restsUntil - clock.monotonic()
        if (restMs > 0) await waitFor(clock, restMs, stop)
      } catch (thrown) {
        leave()
        throw thrown
      }
      const begun = clock.monotonic()
      return () => {
        const now = clock.monotonic()
        restsUntil = now + Math.min(now - begun, mostCountedMs) * (100 / percent() - 1)
        leave()
      }
    },
  }
}
