import type { UsageState } from '../../src-shared/bridge/contract'
import type { Clock } from './clock'
import type { DeviceApi } from './device-api'
import { needsPerson, retryAfterMs } from './fault-policy'
import { createPolling, type Polling } from './polling'

const readEveryMs = 60_000

/** The account's budgets, read now and then (spec 4.9). */
export interface UsageMeter extends Polling {
  readonly state: UsageState
}

export function createUsageMeter(
  clock: Clock,
  api: Pick<DeviceApi, 'usage'>,
  onState: (state: UsageState) => void,
): UsageMeter {
  let state: UsageState = { usage: null, readAt: null, fault: null }
  const enter = (next: UsageState) => {
    state = next
    onState(next)
  }
  const polling = createPolling({
    clock,
    ask: () => api.usage({ tries: 1 }),
    onAnswer: (usage) => enter({ usage, readAt: clock.now(), fault: null }),
    // The last reading stays: an old figure with its time is worth more than none.
    onFault: (fault) => enter({ ...state, fault }),
    nextMs(fault) {
      if (!fault) return readEveryMs
      return needsPerson(fault) ? null : Math.max(readEveryMs, retryAfterMs(fault))
    },
  })
  return {
    get state() {
      return state
    },
    ...polling,
  }
}
