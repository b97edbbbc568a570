import type { BudgetName } from '../../src-shared/protocol/budget-name'
import type { Fault } from '../../src-shared/protocol/fault'
import type { Usage } from '../../src-shared/protocol/usage'
import { useUsage } from '../stores/usage'

/** Returns the last usage read, or null once the service's day it belongs to has ended. */
export function usageOfToday(): Usage | null {
  const { usage, serviceAheadMs } = useUsage()
  return usage !== null && Date.parse(usage.resets_at) > Date.now() + serviceAheadMs ? usage : null
}

/** Returns the fault of a used-up daily budget; null if some of it is left, or that is unknown. */
export function usedUp(budget: BudgetName): Fault | null {
  const usage = usageOfToday()
  return usage?.[budget].remaining === 0
    ? { kind: 'budget-used-up', budget, resetsAt: usage.resets_at }
    : null
}
