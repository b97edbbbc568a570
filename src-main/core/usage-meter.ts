import type { UsageState } from '../../src-shared/bridge/contract'
import { endpoints } from '../../src-shared/protocol/endpoints'
import { usageSchema } from '../../src-shared/protocol/usage'
import type { Clock } from './clock'
import { needsPerson, retryAfterMs } from './fault-policy'
import type { HttpClient } from './http-client'
import { createPolling, type Polling } from './polling'

const readEveryMs = 60_000

/** The account's budgets, read now and then (spec 4.9). */
export interface UsageMeter extends Polling {
  readonly state: UsageState
}

export function createUsageMeter(
  clock: Clock,
  http: HttpClient,
  onState: (state: UsageState) => void,
): UsageMeter {
  let state: UsageState = { usage: null, readAt: null, fault: null }
  const enter = (next: UsageState) => {
    state = next
    onState(next)
  }
  const polling = createPolling({
    clock,
    ask: () => http.call('GET', endpoints.usage(), usageSchema),
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
