import { z } from 'zod'
import { publicId, space } from '../bridge/parameters'
import { gestureSchema } from './gesture'
import type { LastView } from './last-view'
import type { PhoneJobs } from './jobs'
import type { TileState } from './tile-state'
import type { UploadsSum } from './upload-state'
import type { UsageState } from './usage-state'
import { deedSchema, pressSchema, type Action } from '../protocol/action'
import type { Fault } from '../protocol/fault'
import type { ScopeStates } from '../protocol/scope'
import type { Vocabulary } from '../protocol/vocabulary'
import type { Device, Label } from '../protocol/device'

/** What a phone's input waits for: an action, or the control channel's opening; null once it no longer waits. */
export interface UnderWay {
  publicId: string
  what: BusyWith | null
}
export type BusyWith = Action | { type: 'opening' }

/** What the device list is doing. With `failed` the devices are the last that were read. */
export interface DevicesState {
  status: 'loading' | 'ready' | 'failed'
  devices: Device[]
  /** Labels of the account that are known from earlier, and that no phone has now. Left out: there are none. */
  unusedLabels?: Label[]
  /** Whether the last read left phones out that Fleetwall can't understand. Left out: it didn't. */
  isPart?: true
  /** The service's answer to the last read, when it failed. */
  fault: Fault | null
}

/** The vocabulary in use, and the user's file that can replace it. */
export interface VocabularyState {
  words: Vocabulary
  /** The path of the user's file. */
  path: string
  /** Whether the file is in use. */
  inUse: boolean
  /** Why an existing file is not used. */
  fault: Fault | null
}

/** Why all phones are paused: a person has asked for it, the screen is locked, or the computer is idle. */
export type PauseReason = 'person' | 'locked' | 'idle'

export const calls = {
  'devices.refresh': z.strictObject({}),
  /** One REST action, and on the phones that mirror this one; counts toward the actions budget on each. */
  'device.act': z.strictObject({ publicId, action: deedSchema, space }),
  /** Presses a copy chord as `device.act` does, then reads the phone's clipboard before later input; two actions. */
  'device.copy': z.strictObject({ publicId, action: pressSchema }),
  /** Saves the phones' names, notes and labels as a CSV file in the downloads folder. */
  'devices.exportCsv': z.strictObject({}),
} as const

export const tells = {
  /** Logs an error that the page did not expect. */
  'page.failed': z.strictObject({ detail: z.string().max(2000), stack: z.string().max(8000) }),
  /** Reports the visible phones to the planner. */
  'view.show': z.strictObject({
    visible: z.array(publicId),
    focused: publicId.nullable(),
    /** Optional; none if omitted. */
    selected: z.array(publicId).optional(),
    /** Height of a screen on the wall, in CSS px: a small one needs fewer frames. Left out: unknown. */
    tileHeight: z.number().positive().optional(),
    /** Whether phones without a slot take turns with others in sight. Left out: they don't. */
    patrols: z.boolean().optional(),
    windowVisible: z.boolean(),
  }),
  /** Whether the wall is scrolling; its frames pause. */
  'view.scroll': z.strictObject({ scrolling: z.boolean() }),
  /** Pauses all phones, or resumes them, whatever they are paused for. */
  'view.pause': z.strictObject({ paused: z.boolean() }),
  /** Reports input in the page, now and then: where the shell does not know about the computer's. */
  'page.touched': z.strictObject({}),
  /**
   * Mirrors input on one of these phones to all of them that are live. Empty stops mirroring and discards input that
   * waits on the others. Null suspends it as long as no page is visible; waiting input is still sent.
   */
  'control.mirror': z.strictObject({ publicIds: z.array(publicId).nullable() }),
  'control.send': z.strictObject({ publicId, gesture: gestureSchema }),
  /** Discards the input that waits on a phone after an action, and stops retrying that action. */
  'control.giveUp': z.strictObject({ publicId }),
  /** Lifts every finger that this page holds down. */
  'control.release': z.strictObject({}),
  /** Takes control back after close code 4409. */
  'control.takeBack': z.strictObject({ publicId }),
  /** Retries the stream of a stopped phone, and its control channel if that has stopped too. */
  'stream.retry': z.strictObject({ publicId }),
} as const

/** The answers of calls; those that are missing answer nothing. */
interface Results {
  'device.act': { result: Record<string, unknown> }
  /** The phone's clipboard, or why it could not be read after the copy. */
  'device.copy': { text: string } | { fault: Fault }
  'devices.exportCsv': { path: string }
}

/**
 * How this computer slows the pictures of the wall's phones; null while it keeps up. In frames a second: what it paints of
 * all phones together, and what is asked of each. The focus view is exempt.
 */
export type PaceLimit = { framesPerSecond: number; each: number } | null

interface State {
  devices: DevicesState
  tiles: TileState[]
  /** Of the phones that are busy. */
  underWay: readonly UnderWay[]
  /** What the open fleet's key may do. */
  scopes: ScopeStates
  pace: PaceLimit
  /** Why all phones are paused; null while they are not. */
  paused: PauseReason | null
  /** The numbers of the fleet's walls that are open. */
  walls: readonly number[]
  vocabulary: VocabularyState
}

type Event =
  /** Another fleet was opened. */
  | {
      type: 'opened'
      devices: DevicesState
      tiles: TileState[]
      jobs: PhoneJobs[]
      usage: UsageState
      uploadsSum: UploadsSum
      lastView: LastView
    }
  | { type: 'devices'; devices: DevicesState; tiles: TileState[] }
  | { type: 'tile'; tile: TileState }
  | { type: 'under-way'; underWay: UnderWay }
  | { type: 'scopes'; scopes: ScopeStates }
  | { type: 'pace'; pace: PaceLimit }
  | { type: 'paused'; paused: PauseReason | null }
  | { type: 'walls'; walls: readonly number[] }
  /** The vocabulary file was read again. */
  | { type: 'vocabulary'; vocabulary: VocabularyState }

/** All that crosses the bridge about the open fleet's phones: their state, views and control. */
export interface Slice {
  calls: typeof calls
  tells: typeof tells
  state: State
  event: Event
  results: Results
}
