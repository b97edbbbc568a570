import type { Fault } from '../../src-shared/protocol/fault'
import type { Clock } from './clock'

// What is made so soon behind what was lost is meant with it: a chord, with the letters before it.
const togetherMs = 1000

/** On which phones inputs were lost, and what of the actions behind them was meant with them. */
export interface LostInputs {
  add(publicId: string, fault: Fault): void
  /**
   * @param madeAt on the monotonic clock
   * @returns why an action is not done because of what was lost before it, which makes it one of them; null where it is done
   */
  takes(publicId: string, madeAt: number): Fault | null
}

export function createLostInputs(clock: Clock): LostInputs {
  const lost = new Map<string, { fault: Fault; at: number }>()
  return {
    add: (publicId, fault) => void lost.set(publicId, { fault, at: clock.monotonic() }),
    takes(publicId, madeAt) {
      const before = lost.get(publicId)
      if (!before || madeAt - before.at > togetherMs) return null
      before.at = Math.max(before.at, madeAt)
      return before.fault
    },
  }
}
