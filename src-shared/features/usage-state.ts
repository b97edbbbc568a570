import type { Fault } from '../protocol/fault'
import type { Usage } from '../protocol/usage'

export interface UsageState {
  /** The last reading. */
  usage: Usage | null
  /** When it was read, in ms since the epoch. */
  readAt: number | null
  /** When the active minutes end at the present rate, in ms since the epoch; null when they last until the reset. */
  minutesEndAt: number | null
  fault: Fault | null
  /** How far the service's clock is ahead of this computer's, in ms. */
  serviceAheadMs: number
}

export const unknownUsage: UsageState = {
  usage: null,
  readAt: null,
  minutesEndAt: null,
  fault: null,
  serviceAheadMs: 0,
}
