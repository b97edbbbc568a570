import type { Size } from '../protocol/device'
import type { Fault } from '../protocol/fault'

/**
 * - `idle`: not live, because it is hidden or over max_active_devices
 * - `connecting`, `live`: the stream
 * - `parked`: not live until `retryAt`, or until the cause in `fault` changes
 * - `offline`, `blocked`: as the service says
 * - `automation`: left alone while a job runs
 */
export type TileStateName = 'idle' | 'connecting' | 'live' | 'parked' | 'offline' | 'blocked' | 'automation'

/** The control channel of a tile; `taken` is close code 4409. */
export type ControlStateName = 'closed' | 'connecting' | 'ready' | 'taken' | 'parked'

export interface TileState {
  publicId: string
  /**
   * Names the phone on the frame port: a small integer, stable while the fleet is open and never reused in one run, so that
   * a late frame cannot land on the wrong tile.
   */
  tile: number
  state: TileStateName
  /** Why an idle tile is idle. */
  idleReason: 'hidden' | 'passing' | 'max-active-devices' | 'minutes-used-up' | 'job' | 'paused' | null
  /** The job that waits or runs on the phone; its status is null during the launch. */
  job: { kind: string | null; status: string | null } | null
  /**
   * While a person has interrupted that job: how often so far, and when the service may try it again, in ms since the
   * epoch. The app leaves the phone alone before then (spec 3).
   */
  interruption: { times: number; retryAt: number } | null
  /** Why it is not live, or why it reconnects. */
  fault: Fault | null
  /** When the app retries, in ms since the epoch. */
  retryAt: number | null
  control: ControlStateName
  controlFault: Fault | null
  /** The control channel failed and returns later than input would wait for it. */
  isControlAway: boolean
  /** The last frame was damaged, and no other came for a second; the one before it stays. */
  isUnreadable: boolean
  /** The coordinate space of gestures; null before `ready` or the first frame. */
  snapshot: Size | null
  /** The screen in the phone's own points, for people alone; null before `ready` (spec 6). */
  logical: Size | null
}
