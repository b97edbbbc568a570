import type { CancelTimer, Clock } from '../base/clock'
import { createTokenBucket } from '../base/token-bucket'
import { rates } from '../service/fault-policy'

/**
 * Spreads the connects of a fleet, so that a hundred phones that were lost together do not come back together; those
 * that are to go first do, the others in their order.
 */
export interface ConnectGate {
  /** Calls `run` once its turn has come, never at once: a plan that is made meanwhile may still think better of it. */
  enter(run: () => void, isFirst: () => boolean, mayGo?: () => boolean): CancelTimer
  /** Somebody may go now who might not before. */
  lookAgain(): void
}

interface Entry {
  run: () => void
  isFirst: () => boolean
  mayGo: () => boolean
}

export function createConnectGate(clock: Clock): ConnectGate {
  const bucket = createTokenBucket(clock, rates.connects.perSecond, rates.connects.burst)
  const queue = new Set<Entry>()
  let cancelTurn: CancelTimer | null = null

  const next = () => {
    const entries = [...queue].filter(({ mayGo }) => mayGo())
    return entries.find(({ isFirst }) => isFirst()) ?? entries[0]
  }
  const turn = () => {
    cancelTurn = null
    for (let entry = next(); entry; entry = next()) {
      if (!bucket.take()) {
        schedule(bucket.waitMs())
        return
      }
      queue.delete(entry)
      entry.run()
    }
  }
  const schedule = (ms: number) => {
    cancelTurn ??= clock.after(ms, turn)
  }

  return {
    enter(run, isFirst, mayGo = () => true) {
      const entry = { run, isFirst, mayGo }
      queue.add(entry)
      schedule(0)
      return () => {
        queue.delete(entry)
        if (queue.size > 0) return
        cancelTurn?.()
        cancelTurn = null
      }
    },
    lookAgain() {
      if (queue.size > 0) schedule(0)
    },
  }
}
