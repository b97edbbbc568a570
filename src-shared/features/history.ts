import { z } from 'zod'
import type { ActivityPart } from '../bridge/activity'
import { activityQuerySchema } from '../bridge/activity-schema'
import type { LeftWork } from '../bridge/left-work'

export const calls = {
  /** Returns entries of the activity log from `offset` on, newest first. */
  'activity.list': z.strictObject({
    query: activityQuerySchema,
    offset: z.int().min(0),
    limit: z.int().min(1).max(500),
  }),
  /** Saves the matching entries as a file in the downloads folder. */
  'activity.export': z.strictObject({ query: activityQuerySchema, format: z.enum(['csv', 'jsonl']) }),
  /** Forgets what had not ended when Fleetwall last did. */
  'journal.dismiss': z.strictObject({}),
} as const

/** The answers of calls; those that are missing answer nothing. */
interface Results {
  'activity.list': ActivityPart
  'activity.export': { path: string }
}

interface State {
  /** What had not ended when Fleetwall last did, until it is dismissed. */
  left: readonly LeftWork[]
}

type Event =
  | { type: 'left'; left: readonly LeftWork[] }
  /** Entries were added to the activity log; sent at most twice a second. */
  | { type: 'activity' }

/** All that crosses the bridge about what was done, and what had not ended. */
export interface Slice {
  calls: typeof calls
  tells: object
  state: State
  event: Event
  results: Results
}
