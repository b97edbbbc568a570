import type { BudgetName } from '../protocol/budget-name'
import type { Fault } from '../protocol/fault'
import type { Usage } from '../protocol/usage'

export interface UsageState {
  /** The last reading, counted on by what this app has spent since; nothing is left of a budget at the least. */
  usage: Usage | null
  /** When it was read, in ms since the epoch. */
  readAt: number | null
  /** The budgets whose figures are no longer as they were read. */
  estimated: readonly BudgetName[]
  /** When the active minutes end at the rate of now, in ms since the epoch; null when they last until they are full again. */
  minutesEndAt: number | null
  fault: Fault | null
  /** How far the service's clock is ahead of this computer's, in ms; negative when it is behind. */
  serviceAheadMs: number
}

export const unknownUsage: UsageState = {
  usage: null,
  readAt: null,
  estimated: [],
  minutesEndAt: null,
  fault: null,
  serviceAheadMs: 0,
}
