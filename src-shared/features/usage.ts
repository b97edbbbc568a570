import { z } from 'zod'
import type { UsageHistory } from '../bridge/usage-history'
import type { UsageState } from '../bridge/usage-state'

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
