import { z } from 'zod'
import type { UsageState } from './usage-state'
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

export const calls = {
  /** Reads the budgets now; they come as an event. Returns how the open fleet's were used today. */
  'usage.read': z.strictObject({}),
  /** Returns how the open fleet's budgets were used today, without reading them. */
  'usage.history': z.strictObject({}),
} as const

/** The answers of calls; those that are missing answer nothing. */
interface Results {
  'usage.read': UsageHistory
  'usage.history': UsageHistory
}

interface State {
  usage: UsageState
}

type Event = { type: 'usage'; usage: UsageState }

/** All that crosses the bridge about the budgets. */
export interface Slice {
  calls: typeof calls
  tells: object
  state: State
  event: Event
  results: Results
}
