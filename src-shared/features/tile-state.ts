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

/** How often a person has interrupted a phone's job. */
export interface JobInterruption {
  times: number
  /**
   * When the service may try the job again, in ms since the epoch; null when the job may start at any moment, and is
   * interrupted then if the phone is in use.
   */
  retryAt: number | null
}

/** The job that waits or runs on a phone. */
export interface TileJob {
  kind: string | null
  /** Null during the launch. */
  status: string | null
  /**
   * While the phone is left alone after interruptions. `next` counts the one that a person’s next choice would be; before `retryAt` it
   * interrupts nothing.
   */
  interrupted?: JobInterruption & { next: number }
}

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
  job: TileJob | null
  /** While a person interrupts that job. The app leaves the phone alone before the service may try it again (spec 3). */
  interruption: JobInterruption | null
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
