import type { BudgetName } from '../../src-shared/protocol/budget-name'
import type { Fault } from '../../src-shared/protocol/fault'
import type { Usage } from '../../src-shared/protocol/usage'
import { useUsage } from '../stores/usage'

/** What was read of the service's day; null where that is over: what was left of it says nothing. */
export function usageOfToday(): Usage | null {
  const { usage, serviceAheadMs } = useUsage()
  return usage !== null && Date.parse(usage.resets_at) > Date.now() + serviceAheadMs ? usage : null
}

/** That nothing is left of a daily budget; null where something is, or that is not known. */
export function usedUp(budget: BudgetName): Fault | null {
  const usage = usageOfToday()
  return usage?.[budget].remaining === 0
    ? { kind: 'budget-used-up', budget, resetsAt: usage.resets_at }
    : null
}
