import type { BudgetName } from '../../../src-shared/protocol/budget-name'
import type { Clock } from '../base/clock'
import type { DeviceApi } from '../service/device-api'

/** The same endpoints; what costs something of a daily budget is counted once it has succeeded (spec 8). */
export function createMeteredApi(
  api: DeviceApi,
  clock: Clock,
  spent: (budget: BudgetName, amount: number, begunAt: number) => void,
): DeviceApi {
  const counted = async <Answer>(budget: BudgetName, ask: () => Promise<Answer>): Promise<Answer> => {
    const begunAt = clock.monotonic()
    const answer = await ask()
    spent(budget, 1, begunAt)
    return answer
  }

  return {
    ...api,
    snapshot: (...call) => counted('snapshots', () => api.snapshot(...call)),
    act: (...call) => counted('actions', () => api.act(...call)),
  }
}
