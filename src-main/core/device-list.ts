import type { DevicesState } from '../../src-shared/bridge/contract'
import { deviceListSchema } from '../../src-shared/protocol/device'
import { endpoints } from '../../src-shared/protocol/endpoints'
import { faultOf } from '../../src-shared/protocol/fault'
import type { CancelTimer, Clock } from './clock'
import { needsPerson } from './fault-policy'
import type { HttpClient } from './http-client'

const readEveryMs = 60_000
const readAgainMs = 5_000

/** The account's phones (spec 4.1), read now and then: the service tells of no change by itself. */
export interface DeviceList {
  readonly state: DevicesState
  read(): Promise<void>
  close(): void
}

export function createDeviceList(
  clock: Clock,
  http: HttpClient,
  onState: (state: DevicesState) => void,
): DeviceList {
  let state: DevicesState = { status: 'loading', devices: [], fault: null }
  let cancelNext: CancelTimer = () => undefined
  let closed = false

  const read = async () => {
    cancelNext()
    try {
      const devices = await http.call('GET', endpoints.devices(), deviceListSchema)
      state = { status: 'ready', devices, fault: null }
    } catch (thrown) {
      state = { ...state, status: 'failed', fault: faultOf(thrown) }
    }
    if (closed) return
    onState(state)
    if (state.fault && needsPerson(state.fault)) return
    cancelNext = clock.after(state.fault ? readAgainMs : readEveryMs, () => void read())
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
