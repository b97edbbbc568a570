import type { DevicesState } from '../../src-shared/bridge/contract'
import type { Device } from '../../src-shared/protocol/device'
import type { Backoff } from './backoff'
import type { Clock } from './clock'
import type { DeviceApi } from './device-api'
import { needsPerson, quietMs } from './fault-policy'
import { createPolling, type Polling } from './polling'

const readEveryMs = 60_000

/** The account's phones (spec 4.1), read now and then. */
export interface DeviceList extends Polling {
  readonly state: DevicesState
  /** Reads for somebody who needs it as it is now. @throws FaultError */
  readAnew(signal: AbortSignal): Promise<void>
  /** Takes in a phone as the service has just saved it. */
  save(device: Device): void
}

export interface DeviceListOptions {
  clock: Clock
  backoff: Backoff
  api: Pick<DeviceApi, 'devices'>
  /** How long until an instant of the service's clock, in ms. */
  msUntil: (instant: string) => number
  onState: (state: DevicesState) => void
}

export function createDeviceList({ clock, backoff, api, msUntil, onState }: DeviceListOptions): DeviceList {
  let state: DevicesState = { status: 'loading', devices: [], fault: null }
  // What was saved while a reading was under way is newer than what that reading shows.
  const saved = new Map<string, { device: Device; order: number }>()
  let saves = 0

  const enter = (next: DevicesState) => {
    state = next
    onState(next)
  }
  const read = async (ask: () => Promise<Device[]>): Promise<Device[]> => {
    const before = saves
    const devices = await ask()
    return devices.map((device) => {
      const newer = saved.get(device.public_id)
      return newer && newer.order > before ? newer.device : device
    })
  }
  const take = (devices: Device[]) => enter({ status: 'ready', devices, fault: null })

  const polling = createPolling({
    clock,
    ask: () => read(() => api.devices({ tries: 1 })),
    onAnswer: take,
    onFault: (fault) => enter({ ...state, status: 'failed', fault }),
    nextMs(fault) {
      if (fault === null) {
        backoff.reset()
        return readEveryMs
      }
      // On top of what the service asks for, so that not everybody is back in the same moment.
      return needsPerson(fault) ? null : quietMs(fault, msUntil) + backoff.nextMs()
    },
  })
  return {
    get state() {
      return state
    },
    async readAnew(signal) {
      take(await read(() => api.devices({ signal })))
    },
    save(device) {
      saves += 1
      saved.set(device.public_id, { device, order: saves })
      const devices = state.devices.map((each) => (each.public_id === device.public_id ? device : each))
      enter({ ...state, devices })
    },
    ...polling,
  }
}
