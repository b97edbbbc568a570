// What the page shows, and how changes of it come.
import type { Action } from '../protocol/action'
import type { Fault } from '../protocol/fault'
import type { ScopeStates } from '../protocol/scope'
import type { DevicesState } from './devices-state'
import type { FleetsState } from './fleets-state'
import type { FlowRunState, FlowsState } from './flows-state'
import type { LastView } from './last-view'
import type { LeftWork } from './left-work'
import type { PauseReason } from './pause-reason'
import type { PhoneJobs } from './phone-jobs'
import type { Policy } from './policy'
import type { Preferences } from './preferences'
import type { RecordedFile, RecordingsState } from './recordings-state'
import type { Task } from './task-state'
import type { TextsState } from './texts-state'
import type { TileState } from './tile-state'
import type { UploadChanges, UploadsState, UploadsSum } from './upload-state'
import type { UnderWay } from './under-way'
import type { UsageState } from './usage-state'
import type { Watch } from './watches-state'
import type { VocabularyState } from './vocabulary-state'

/**
 * Frames a second that this computer can show, all phones together; null while it keeps up. Phones on the wall share
 * them evenly; the focus view is exempt.
 */
export type PaceLimit = number | null

/** Everything the page shows. Later changes come as events. */
export interface AppState {
  version: string
  fleets: FleetsState
  devices: DevicesState
  tiles: TileState[]
  /** Of the phones that are busy. */
  underWay: readonly UnderWay[]
  /** Of the phones whose jobs were read, or failed to be. */
  jobs: PhoneJobs[]
  usage: UsageState
  /** What the open fleet's key may do. */
  scopes: ScopeStates
  uploads: UploadsState
  /** Of the open fleet. */
  tasks: Task[]
  recordings: RecordingsState
  flows: FlowsState
  texts: TextsState
  watches: readonly Watch[]
  pace: PaceLimit
  /** Why all phones are paused; null while they are not. */
  paused: PauseReason | null
  vocabulary: VocabularyState
  preferences: Preferences
  /** Of this computer's administrator; null for none. */
  policy: Policy | null
  /** Whether this installation can install new versions itself. */
  canUpdate: boolean
  /** Whether the windows' pages run in Chromium's sandbox. */
  isSandboxed: boolean
  /** The last view of the open fleet. */
  lastView: LastView
  /** What had not ended when Fleetwall last did, until it is dismissed. */
  left: readonly LeftWork[]
  /** What an update brought, in English, until the user has seen it. */
  news: readonly string[]
}

/** What a page is asked to show: a phone, by its id, large; the phones of a saved view, by its name. Null: nothing. */
export interface PageRequest {
  phone: string | null
  view: string | null
}

/** Events carry state to the page: each replaces what it names, except uploads, of which there may be 10,000. */
export type AppEvent =
  | { type: 'fleets'; fleets: FleetsState }
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
  | { type: 'jobs'; jobs: PhoneJobs }
  | { type: 'usage'; usage: UsageState }
  | { type: 'scopes'; scopes: ScopeStates }
  | { type: 'uploads'; changes: UploadChanges }
  /** A task was added or removed, or their order changed. */
  | { type: 'tasks'; tasks: Task[] }
  | { type: 'task'; task: Task }
  | { type: 'recordings'; recordings: RecordingsState }
  /** Recordings have ended, and their files are closed. */
  | { type: 'recorded'; files: readonly RecordedFile[] }
  | { type: 'flows'; flows: FlowsState }
  /** A file of the flows' folder may have changed. */
  | { type: 'flow-files' }
  /** A run of flows has ended, on the phones of the fleet of this name. */
  | { type: 'flows-ended'; run: FlowRunState; fleet: string }
  | { type: 'texts'; texts: TextsState }
  | { type: 'watches'; watches: readonly Watch[] }
  /** What a watch waited for is so. */
  | { type: 'watched'; watch: Watch }
  /** Another fleet opened, which ended so many watches. */
  | { type: 'unwatched'; n: number }
  /** A new version will be installed when the program ends. */
  | { type: 'update-ready'; version: string }
  | { type: 'left'; left: readonly LeftWork[] }
  | { type: 'pace'; pace: PaceLimit }
  /** The phones that are locked against touch, for windows beside the wall's. */
  | { type: 'view-only'; publicIds: readonly string[] }
  | { type: 'paused'; paused: PauseReason | null }
  /** Entries were added to the activity log; sent at most twice a second. */
  | { type: 'activity' }
  | { type: 'preferences'; preferences: Preferences }
  /** The vocabulary file was read again. */
  | { type: 'vocabulary'; vocabulary: VocabularyState }
  /** An action that failed or was applied in part, shown for a moment: on the phone's tile, or in the window for null. */
  | { type: 'notice'; publicId: string | null; fault: Fault; action?: Action | undefined }
  /** The command line or a link asks to show this. */
  | ({ type: 'go-to' } & PageRequest)
  /**
   * Loopback only: the core wants the bytes of an offered file; the page that offered it (`null`: the wall's, else the
   * phone's) POSTs them to /files/{pullId}.
   */
  | { type: 'pull-file'; fileId: string; pullId: string; offeredBy: string | null }
