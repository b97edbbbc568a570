import type { UsageState } from '../../src-shared/bridge/contract'
import { endpoints } from '../../src-shared/protocol/endpoints'
import { faultOf } from '../../src-shared/protocol/fault'
import { usageSchema } from '../../src-shared/protocol/usage'
import type { CancelTimer, Clock } from './clock'
import type { HttpClient } from './http-client'

const readEveryMs = 60_000

/** The account's budgets, read now and then (spec 4.9). */
export interface UsageMeter {
  readonly state: UsageState
  read(): Promise<void>
  close(): void
}

export function createUsageMeter(
  clock: Clock,
  http: HttpClient,
  onState: (state: UsageState) => void,
): UsageMeter {
  let state: UsageState = { usage: null, readAt: null, fault: null }
  let cancelNext: CancelTimer = () => undefined
  let closed = false

  const read = async () => {
    cancelNext()
    try {
      const usage = await http.call('GET', endpoints.usage(), usageSchema)
      state = { usage, readAt: clock.now(), fault: null }
    } catch (thrown) {
      // The last reading stays: an old figure with its time is worth more than none.
      state = { ...state, fault: faultOf(thrown) }
    }
    if (closed) return
    cancelNext = clock.after(readEveryMs, () => void read())
    onState(state)
  }

  return {
    get state() {
      return state
    },
    read,
    close() {
      closed = true
      cancelNext()
    },
  }
}
