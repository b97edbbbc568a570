import type { DevicesState } from '../../../src-shared/bridge/devices-state'

/** The open fleet, as captures need it. */
export interface PhotographedFleet {
  readonly devices: DevicesState
  /** Returns the phone's name. */
  nameOf(publicId: string): string
  /** As `TakeScreenshot`. */
  screenshot(publicId: string, mayCost: boolean): Promise<Buffer | null>
}
