import type { DevicesState } from '../../../src-shared/bridge/devices-state'
import type { Device } from '../../../src-shared/protocol/device'
import type { Backoff } from '../base/backoff'
import type { CancelTimer, Clock } from '../base/clock'
import type { DeviceApi } from '../service/device-api'
import { quietMs, retriesOf } from '../service/fault-policy'
import { createPolling, type Polling } from '../base/polling'

const readEveryMs = 60_000
const gatherMs = 250

/** The account's phones (spec 4.1), read now and then. */
export interface DeviceList extends Polling {
  readonly state: DevicesState
  /** Reads for somebody who needs it as it is now. @throws FaultError */
  readAnew(signal: AbortSignal): Promise<void>
  /** Takes in a phone as the service has just saved it; those of a quarter of a second are told together. */
  save(device: Device): void
  /** Tells what was saved now, for somebody who is about to tell that it was. */
  tellSaved(): void
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
  let begun = 0
  let taken = 0
  let cancelTell: CancelTimer | null = null
  let closed = false

  const enter = (next: DevicesState) => {
    if (closed) return
    state = next
    tell()
  }
  const tell = () => {
    cancelTell?.()
    cancelTell = null
    onState(state)
  }
  /** @returns null when a later reading was answered before this one: nothing in it is news */
  const read = async (ask: () => Promise<Device[]>): Promise<Device[] | null> => {
    const reading = ++begun
    const before = saves
    const devices = await ask().catch((thrown: unknown) => {
      if (reading < taken) return null
      throw thrown
    })
    if (devices === null || reading < taken) return null
    taken = reading
    return devices.map((device) => {
      const newer = saved.get(device.public_id)
      return newer && newer.order > before ? newer.device : device
    })
  }
  const take = (devices: Device[] | null) => {
    if (devices) enter({ status: 'ready', devices, fault: null })
  }

  const polling = createPolling({
    clock,
    ask: () => read(() => api.devices({ once: true })),
    onAnswer: take,
    onFault: (fault) => enter({ ...state, status: 'failed', fault }),
    nextMs(fault) {
      if (fault === null) {
        backoff.reset()
        return readEveryMs
      }
      // On top of what the service asks for, so that not everybody is back in the same moment.
      return retriesOf(fault, 'poll') > 0 ? quietMs(fault, msUntil) + backoff.nextMs() : null
    },
  })
  return {
    get state() {
      return state
    },
    read: () => polling.read(),
    async readAnew(signal) {
      take(await read(() => api.devices({ signal })))
    },
    save(device) {
      if (closed) return
      saves += 1
      saved.set(device.public_id, { device, order: saves })
      const devices = state.devices.map((each) => (each.public_id === device.public_id ? device : each))
      state = { ...state, devices }
      cancelTell ??= clock.after(gatherMs, tell)
    },
    tellSaved() {
      if (cancelTell) tell()
    },
    close() {
      closed = true
      cancelTell?.()
      cancelTell = null
      polling.close()
    },
  }
}
