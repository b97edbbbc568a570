import type { Device } from '../protocol/device'
import type { Fault } from '../protocol/fault'

/** What the device list is doing. With `failed` the devices are the last that were read. */
export interface DevicesState {
  status: 'loading' | 'ready' | 'failed'
  devices: Device[]
  /** The service's answer to the last read, when it failed. */
  fault: Fault | null
}
