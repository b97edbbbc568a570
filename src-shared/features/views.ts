import { z } from 'zod'
import type { PageId } from '../bridge/page-id'
import { type LastView, lastViewSchema } from './last-view'
import type { SharedView } from './shared-view'

export const tells = {
  /** Saves the last view of the wall that sends it. */
  'view.keep': z.strictObject({ fleetId: z.string(), lastView: lastViewSchema }),
} as const

interface State {
  /** The last view of this wall, of the open fleet. */
  lastView: LastView
}

type Event =
  /** What a wall has changed of what all walls share; for all pages but that. */
  { type: 'arranged'; except: PageId; shared: SharedView }

/** All that crosses the bridge about how a fleet's wall was left. */
export interface Slice {
  calls: object
  tells: typeof tells
  state: State
  event: Event
  results: object
}
