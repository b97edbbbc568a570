import type { CancelTimer, Clock } from '../time/clock'
import { createTokenBucket } from '../time/token-bucket'
import { rates } from '../service/fault-policy'

/**
 * Spreads the connects of a fleet (spec 8, rule 6), so that a hundred lost phones do not reconnect at once. Phones in use
 * go first, the others in order.
 */
export interface ConnectGate {
  /** Calls `run` when its turn comes, never at once, so that the next plan can still cancel it. */
  enter(run: () => void, isFirst: () => boolean, mayGo?: () => boolean): CancelTimer
  /** Asks `mayGo` again of all that wait. */
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
