import type { Fault } from '../../../src-shared/protocol/fault'
import { budgetNames, type BudgetName } from '../../../src-shared/protocol/budget-name'
import type { Usage } from '../../../src-shared/protocol/usage'

const lowShare = 0.9

type Level = 'low' | 'used-up'

function levelOf({ used, budget, remaining }: Usage[BudgetName]): Level | null {
  // What the account does not have at all is no news.
  if (budget <= 0) return null
  if (remaining <= 0) return 'used-up'
  return used >= budget * lowShare ? 'low' : null
}

/** Warns of each budget when nine tenths are used, and when all is; each once until it is full again. */
export function createBudgetWarnings(): (usage: Usage) => Fault[] {
  let day = Number.NaN
  const told = new Map<BudgetName, Level>()

  return (usage) => {
    const resetsAt = usage.resets_at
    if (Date.parse(resetsAt) !== day) told.clear()
    day = Date.parse(resetsAt)
    return budgetNames.flatMap((budget): Fault[] => {
      const level = levelOf(usage[budget])
      if (level === null || level === told.get(budget) || told.get(budget) === 'used-up') return []
      told.set(budget, level)
      if (level === 'used-up') return [{ kind: 'budget-used-up', budget, resetsAt }]
      return [{ kind: 'budget-low', budget, remaining: usage[budget].remaining, resetsAt }]
    })
  }
}
