import type { BudgetName } from '../protocol/budget-name'

/** How much of each budget was used, at a time. */
export interface UsageSample {
  /** By the service's clock, in ms since the epoch. */
  at: number
  used: Record<BudgetName, number>
}

/** What this program used on one phone since the last reset; minutes with their fraction. */
export interface PhoneUsage {
  publicId: string
  phone: string
  used: Record<BudgetName, number>
}

/** The budgets of the present day, from what this program saw. */
export interface UsageHistory {
  /** At most one a minute, oldest first. */
  samples: readonly UsageSample[]
  phones: readonly PhoneUsage[]
}
