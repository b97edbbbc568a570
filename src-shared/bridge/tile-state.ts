import type { Size } from '../protocol/device'
import type { Fault } from '../protocol/fault'

/**
 * - `idle`: not live, because nothing asks for it (hidden, or over max_active_devices)
 * - `connecting`, `live`: the stream
 * - `parked`: not live until something named in `fault` changes, or until `retryAt`
 * - `offline`, `blocked`: as the service says
 * - `automation`: left alone while a job runs
 */
export type TileStateName = 'idle' | 'connecting' | 'live' | 'parked' | 'offline' | 'blocked' | 'automation'

/** The control channel of a tile; `taken` is close code 4409. */
export type ControlStateName = 'closed' | 'connecting' | 'ready' | 'taken' | 'parked'

export interface TileState {
  publicId: string
  /**
   * Names the phone on the frame port: a small integer, the same for as long as the fleet is open, and never given to
   * another phone in the same run, so that a late frame cannot land on the wrong tile.
   */
  tile: number
  state: TileStateName
  /** Why an idle tile is idle. */
  idleReason: 'hidden' | 'passing' | 'max-active-devices' | 'minutes-used-up' | 'job' | null
  /** The job that waits or runs on the phone, as far as is known; its status is null while it is being launched. */
  job: { kind: string | null; status: string | null } | null
  /** Why it is not live, or why it has to come back. */
  fault: Fault | null
  /** When the app tries again by itself, in ms since the epoch. */
  retryAt: number | null
  control: ControlStateName
  controlFault: Fault | null
  /** The control channel has failed, and stays away for longer than an input would wait for it. */
  isControlAway: boolean
  /** What came last in place of a frame was no picture, and nothing else has come for a second: the last picture stays. */
  isUnreadable: boolean
  /** The coordinate space of gestures, once `ready` or a frame has told it. */
  snapshot: Size | null
}
