import type { CancelTimer, Clock } from '../time/clock'
import { onAbort } from '../time/on-abort'

// A computer that slept, or a picture process that started, took none of the core in that time.
const mostCountedMs = 2000
// So long a changed screen goes before one that is looked at for the first time.
const longestBehindMs = 10_000

/** Lets one look at a screen through at a time, and rests in between. */
export interface LookBudget {
  /**
   * Waits for its turn.
   * @param isChanged whether the screen has changed since a look; those go first
   * @returns ends it
   * @throws the reason of `stop`
   */
  enter(stop: AbortSignal, isChanged: boolean): Promise<() => void>
}

interface Waiting {
  isChanged: boolean
  /** In monotonic ms. */
  since: number
  go(): void
}

/**
 * Holds the looks of all rules to a share of one processor core: after a look they rest until it has taken no more than that.
 * A look that waits for others in the picture process counts in full, so the share is what rules take at most.
 * @param percent the share, from 1 to 100; it may change
 */
export function createLookBudget(clock: Clock, percent: () => number): LookBudget {
  const waiting: Waiting[] = []
  let isInside = false
  let restsUntil = -Infinity
  let cancelRest: CancelTimer = () => undefined

  const letIn = () => {
    cancelRest()
    if (isInside || waiting.length === 0) return
    const now = clock.monotonic()
    if (restsUntil > now) {
      cancelRest = clock.after(restsUntil - now, letIn)
      return
    }
    const isOverdue = ({ since }: Waiting) => now - since >= longestBehindMs
    const next = waiting.find(isOverdue) ?? waiting.find(({ isChanged }) => isChanged) ?? waiting[0]
    if (!next) return
    waiting.splice(waiting.indexOf(next), 1)
    isInside = true
    next.go()
  }
  const leaveAfter = (begun: number) => () => {
    const now = clock.monotonic()
    restsUntil = now + Math.min(now - begun, mostCountedMs) * (100 / percent() - 1)
    isInside = false
    letIn()
  }

  return {
    enter: (stop, isChanged) =>
      new Promise((resolve, reject) => {
        const own: Waiting = {
          isChanged,
          since: clock.monotonic(),
          go() {
            off()
            resolve(leaveAfter(clock.monotonic()))
          },
        }
        const giveUp = () => {
          const at = waiting.indexOf(own)
          if (at >= 0) waiting.splice(at, 1)
          reject(stop.reason as Error)
          letIn()
        }
        if (stop.aborted) return giveUp()
        const off = onAbort(stop, giveUp)
        waiting.push(own)
        letIn()
      }),
  }
}
