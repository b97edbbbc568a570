import type { Fault } from '../../../src-shared/protocol/fault'
import type { Clock } from '../base/clock'

// What is made so soon behind what was lost is meant with it: a chord, with the letters before it, and the next with that.
const togetherMs = 1000
// However many there are.
const mostTogetherMs = 5000

/** On which phones inputs were lost, and what of the actions behind them was meant with them. */
export interface LostInputs {
  /** @returns why the actions are not done that were meant with it */
  add(publicId: string, fault: Fault): Fault
  /** A press begins, made at this time: what follows it is meant with it, and no longer with what was lost before. */
  press(publicId: string, madeAt: number): void
  /**
   * @param madeAt on the monotonic clock
   * @returns why an action is not done because of what was lost before it, which makes it one of them; null where it is done
   */
  takes(publicId: string, madeAt: number): Fault | null
}

export function createLostInputs(clock: Clock): LostInputs {
  const lost = new Map<string, { why: Fault; at: number; newestAt: number }>()
  return {
    add(publicId, fault) {
      const at = clock.monotonic()
      const why = fault.kind === 'input-lost' ? (fault.because ?? fault) : fault
      lost.set(publicId, { why, at, newestAt: at })
      return why
    },
    press(publicId, madeAt) {
      if (madeAt > (lost.get(publicId)?.at ?? Infinity)) lost.delete(publicId)
    },
    takes(publicId, madeAt) {
      const before = lost.get(publicId)
      if (!before) return null
      if (madeAt - before.newestAt > togetherMs || madeAt - before.at > mostTogetherMs) return null
      before.newestAt = Math.max(before.newestAt, madeAt)
      return before.why
    },
  }
}
