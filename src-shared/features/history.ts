import { z } from 'zod'
import { activityKinds, activityOutcomes, type ActivityPart, type ActivityQuery } from './activity'
import type { TaskWork } from './task-state'

const activityQuerySchema = z.strictObject({
  text: z.string().max(200),
  named: z.array(z.enum(activityKinds)).max(activityKinds.length),
  namedOutcomes: z.array(z.enum(activityOutcomes)).max(activityOutcomes.length),
  namedAbouts: z.array(z.string().max(200)).max(500),
  publicIds: z.array(z.string().min(1)).nullable(),
  notFleets: z.array(z.string()),
  what: z.enum(activityKinds).nullable(),
  failed: z.boolean(),
}) satisfies z.ZodType<ActivityQuery>

/** An upload, a recording, a phone's part of a task or one of its flows, of what had not ended when Fleetwall did. */
export interface LeftWork {
  id: string
  kind: 'upload' | 'recording' | 'flow' | Exclude<TaskWork['kind'], 'ask' | 'screenshot'>
  /** The name of the file or flow, a recording's path, the automation's kind or the action's type; empty for an edit. */
  what: string
  publicId: string
  deviceName: string
  /** When the journal last heard of it, in ms since the epoch. */
  at: number
  /** `unknown` when the phone may have it; `done` and `failed` while more that began with it goes on. */
  outcome: 'not-sent' | 'unknown' | 'failed' | 'done'
}

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
