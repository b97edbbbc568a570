import type { BudgetShares, ScheduleReason, ScheduleUse } from '../../../src-shared/features/schedules-state'
import { budgetNames, type BudgetName } from '../../../src-shared/protocol/budget-name'
import type { Usage } from '../../../src-shared/protocol/usage'

export type Costs = Partial<Record<BudgetName, number>>

/** What a schedule may use now of each budget. */
export interface BudgetRoom {
  /** Of its share; Infinity without one. */
  readonly left: Readonly<Record<BudgetName, number>>
  /** Why it can't use so much; null when it can. */
  whyNot(costs: Costs): ScheduleReason | null
  /** What it has used once it has used this, too. */
  with(costs: Costs): ScheduleUse
  /** The same, with the whole of each share in place of its costs. */
  withAll(costs: Costs): ScheduleUse
}

/**
 * Finds what a schedule may use of today's budgets.
 * @param use what it has used; of an earlier day it counts for nothing
 */
export function budgetRoom(shares: BudgetShares, use: ScheduleUse | null, usage: Usage): BudgetRoom {
  const used = use?.resetsAt === usage.resets_at ? use.used : {}
  const leftOf = (budget: BudgetName) => {
    const percent = shares[budget]
    if (percent === undefined) return Infinity
    return Math.max(0, Math.floor((usage[budget].budget * percent) / 100) - (used[budget] ?? 0))
  }
  const left = Object.fromEntries(budgetNames.map((name) => [name, leftOf(name)])) as Record<
    BudgetName,
    number
  >
  const useOf = (costs: Costs): ScheduleUse => ({
    resetsAt: usage.resets_at,
    used: Object.fromEntries(
      budgetNames.flatMap((name) => {
        const sum = (used[name] ?? 0) + Math.ceil(costs[name] ?? 0)
        return sum > 0 ? [[name, sum]] : []
      }),
    ),
  })
  return {
    left,
    whyNot(costs) {
      const needed = budgetNames.filter((name) => (costs[name] ?? 0) > 0)
      const passed = needed.find((name) => (costs[name] ?? 0) > left[name])
      if (passed) return { kind: 'share', budget: passed }
      const short = needed.find((name) =>
        // The least time is a guess: a run ends when the minutes do.
        name === 'active_minutes' ? usage[name].remaining <= 0 : (costs[name] ?? 0) > usage[name].remaining,
      )
      return short ? { kind: 'shortage', budget: short } : null
    },
    with: useOf,
    withAll: (costs) =>
      useOf({ ...costs, ...Object.fromEntries(Object.entries(left).filter(([, n]) => Number.isFinite(n))) }),
  }
}
