import type { CancelTimer, Clock } from './clock'
import { createTokenBucket } from './token-bucket'

const connectsPerSecond = 20
const connectsAtOnce = 10

/**
 * Spreads the connects of a fleet, so that a hundred phones that were lost together do not come back together; those
 * that are to go first do, the others in their order.
 */
export interface ConnectGate {
  /** Calls `run` once its turn has come, never at once: a plan that is made meanwhile may still think better of it. */
  enter(run: () => void, isFirst: () => boolean): CancelTimer
}

interface Entry {
  run: () => void
  isFirst: () => boolean
}

export function createConnectGate(clock: Clock): ConnectGate {
  const bucket = createTokenBucket(clock, connectsPerSecond, connectsAtOnce)
  const queue = new Set<Entry>()
  let cancelTurn: CancelTimer | null = null

  const turn = () => {
    cancelTurn = null
    while (queue.size > 0 && bucket.take()) {
      const entries = [...queue]
      const next = entries.find(({ isFirst }) => isFirst()) ?? entries[0]
      if (!next) return
      queue.delete(next)
      next.run()
    }
    if (queue.size > 0) schedule(bucket.waitMs())
  }
  const schedule = (ms: number) => {
    cancelTurn ??= clock.after(ms, turn)
  }

  return {
    enter(run, isFirst) {
      const entry = { run, isFirst }
      queue.add(entry)
      schedule(0)
      return () => {
        queue.delete(entry)
        if (queue.size > 0) return
        cancelTurn?.()
        cancelTurn = null
      }
    },
  }
}
