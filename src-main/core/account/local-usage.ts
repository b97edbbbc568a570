import { budgetNames, type BudgetName } from '../../../src-shared/protocol/budget-name'
import type { Clock } from '../base/clock'

// What passed without a look, such as a sleep, was no use of a phone.
const longestStepMs = 10_000

/** What this app has spent of the daily budgets since they were last read (spec 8). */
export interface LocalUsage {
  /** In use now. */
  readonly phones: number
  /**
   * Something was carried out that costs something.
   * @param begunAt monotonic ms when it was asked for: what was begun before the reading came may be in it, and is not counted
   */
  spend(budget: BudgetName, amount: number, begunAt: number): void
  /** So many phones are in use from now on, each for a minute a minute. */
  use(phones: number): void
  /** In each budget's own unit, minutes with their fraction. */
  total(): Record<BudgetName, number>
  /** The budgets were read. */
  startAnew(): void
}

const nothing = () => Object.fromEntries(budgetNames.map((name) => [name, 0])) as Record<BudgetName, number>

export function createLocalUsage(clock: Clock): LocalUsage {
  let spent = nothing()
  let useMs = 0
  let phones = 0
  let readAt = -Infinity
  let lookedAt = clock.monotonic()

  const countMinutes = () => {
    const now = clock.monotonic()
    useMs += phones * Math.min(longestStepMs, now - lookedAt)
    lookedAt = now
  }

  return {
    get phones() {
      return phones
    },
    spend(budget, amount, begunAt) {
      if (begunAt >= readAt) spent[budget] += amount
    },
    use(next) {
      countMinutes()
      phones = next
    },
    total() {
      countMinutes()
      return { ...spent, active_minutes: useMs / 60_000 }
    },
    startAnew() {
      spent = nothing()
      useMs = 0
      readAt = lookedAt = clock.monotonic()
    },
  }
}
