import type { DevicesState } from '../../src-shared/bridge/contract'
import type { Backoff } from './backoff'
import type { Clock } from './clock'
import type { DeviceApi } from './device-api'
import { needsPerson, retryAfterMs } from './fault-policy'
import { createPolling, type Polling } from './polling'

const readEveryMs = 60_000

/** The account's phones (spec 4.1), read now and then. */
export interface DeviceList extends Polling {
  readonly state: DevicesState
}

export function createDeviceList(
  clock: Clock,
  backoff: Backoff,
  api: Pick<DeviceApi, 'devices'>,
  onState: (state: DevicesState) => void,
): DeviceList {
  let state: DevicesState = { status: 'loading', devices: [], fault: null }
  const enter = (next: DevicesState) => {
    state = next
    onState(next)
  }
  const polling = createPolling({
    clock,
    ask: () => api.devices({ tries: 1 }),
    onAnswer: (devices) => enter({ status: 'ready', devices, fault: null }),
    onFault: (fault) => enter({ ...state, status: 'failed', fault }),
    nextMs(fault) {
      if (fault === null) {
        backoff.reset()
        return readEveryMs
      }
      // On top of what the service asks for, so that not everybody is back in the same moment.
      return needsPerson(fault) ? null : retryAfterMs(fault) + backoff.nextMs()
    },
  })
  return {
    get state() {
      return state
    },
    ...polling,
  }
}
