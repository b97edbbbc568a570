import { z } from 'zod'
import type { PageId } from '../bridge/page-id'
import type { Action } from '../protocol/action'
import type { NewsTarget } from './news-state'
import type { Fault } from '../protocol/fault'

export const calls = {
  /** Saves a zip file that helps to find a fault. */
  'diagnostics.save': z.strictObject({}),
  /** Shows a file that Fleetwall saved in its folder on the desktop. */
  'files.show': z.strictObject({ path: z.string().min(1).max(5000) }),
  /** Ends the work of all open fleets at once, with or without a window. Their pages hear `work-stopped`. */
  'work.stopAll': z.strictObject({}),
} as const

/** The answers of calls; those that are missing answer nothing. */
interface Results {
  'diagnostics.save': { path: string }
  /** False where the file is gone, or there is no desktop. */
  'files.show': { done: boolean }
}

/** What *Stop everything* ends in the core, by kind. Of schedules, those that run; of rules, those that are on; of programs, those connected. */
export type WorkCounts = Readonly<
  Record<
    'uploads' | 'tasks' | 'flows' | 'schedules' | 'rules' | 'recordings' | 'conversions' | 'programs',
    number
  >
>

/** The work of an open fleet, by the fleet's name. */
export interface WorkOfFleet {
  fleet: string
  work: WorkCounts
}

interface State {
  /** Of the fleets that are open beside this window's and have some, with or without a window. */
  workElsewhere: readonly WorkOfFleet[]
  version: string
  /** Whether this installation can install new versions itself. */
  canUpdate: boolean
  /** Whether the windows' pages run in Chromium's sandbox. */
  isSandboxed: boolean
}

/** What a page is asked to show: a phone, by its id, large; the phones of a saved view, by its name. Null: nothing. */
export interface PageRequest {
  phone: string | null
  view: string | null
  /** What news lead to, if it is no phone. */
  target?: Exclude<NewsTarget, { kind: 'phone' }> | undefined
}

type Event =
  | { type: 'work-elsewhere'; work: readonly WorkOfFleet[] }
  /** A person has stopped everything, in the window of the fleet of this name or, for null, in this one. */
  | { type: 'work-stopped'; by: string | null; hadWork: boolean }
  /** A new version will be installed when the program ends. */
  | { type: 'update-ready'; version: string }
  /**
   * An action that failed or was applied in part, shown for a moment: on the phone's tile, or in the window for null. With
   * `isAnswered`, a flow or program has asked for it and has the fault: only the log keeps it, too.
   */
  | {
      type: 'notice'
      publicId: string | null
      fault: Fault
      action?: Action | undefined
      isAnswered?: true | undefined
    }
  /** The command line, a link or news ask a wall to show this. */
  | ({ type: 'go-to'; to: PageId } & PageRequest)
  /**
   * Loopback only: the core wants the bytes of an offered file; the page that offered it POSTs them to /files/{pullId}.
   */
  | { type: 'pull-file'; fileId: string; pullId: string; to: PageId }

/** All that crosses the bridge about the program itself. */
export interface Slice {
  calls: typeof calls
  tells: object
  state: State
  event: Event
  results: Results
}
