import type { Device, Label } from '../protocol/device'
import type { Fault } from '../protocol/fault'

/** What the device list is doing. With `failed` the devices are the last that were read. */
export interface DevicesState {
  status: 'loading' | 'ready' | 'failed'
  devices: Device[]
  /** Labels of the account that are known from earlier, and that no phone has now. Left out: there are none. */
  unusedLabels?: Label[]
  /** The service's answer to the last read, when it failed. */
  fault: Fault | null
}
