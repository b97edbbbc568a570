import { EventEmitter } from 'node:events'
import type { DevicesState } from '../../../src-shared/features/phones'
import type { TileState } from '../../../src-shared/features/tile-state'
import type { UsageState } from '../../../src-shared/features/usage-state'
import type { Fault } from '../../../src-shared/protocol/fault'

/** Reports from one part of an open fleet to the others. Listeners run in the order in which the parts were made. */
export interface FleetSignals {
  /** The machine slept, or its clock was set. */
  jump: []
  /** The service answered a request. */
  answer: []
  /** The service refused a request that used the fleet's key. */
  refused: [fault: Fault]
  keyParked: [fault: Fault]
  keyUnparked: []
  /** Of a reading that began at this time, in monotonic ms; null when no new reading. */
  devices: [state: DevicesState, listedAt: number | null]
  usage: [state: UsageState]
  /** The known jobs of a phone have changed. */
  jobs: [publicId: string]
  tile: [state: TileState]
  /** The phones whose frames something takes are others. */
  held: []
  /** A gesture went out that the service counts as an action. */
  gesture: [publicId: string]
  /** An input is lost, or may be. */
  lost: [publicId: string, fault: Fault]
  notice: [publicId: string, fault: Fault]
}

export type Signals = EventEmitter<FleetSignals>

/** Makes the signals of one fleet. */
export function createSignals(): Signals {
  const signals: Signals = new EventEmitter<FleetSignals>()
  // Each phone that is typed on listens; there may be hundreds.
  signals.setMaxListeners(0)
  return signals
}
