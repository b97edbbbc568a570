import { z } from 'zod'
import { publicId } from '../bridge/parameters'
import { automationLaunchSchema } from '../protocol/automation'
import { budgetNames } from '../protocol/budget-name'
import { looksSecret, mostRetries, mostTimeoutS } from './flows-state'
import {
  longestScheduleName,
  mostEveryMinutes,
  type Schedule,
  type ScheduleDraft,
  type ScheduleEnd,
  type SchedulePlan,
} from './schedules-state'

const instant = z.number().min(0).max(8.64e15)
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
const weekday = z.int().min(0).max(6)
const timeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('once'), at: instant }),
  z.strictObject({ kind: z.literal('daily'), time: timeOfDay }),
  z.strictObject({
    kind: z.literal('weekdays'),
    time: timeOfDay,
    days: z.array(weekday).min(1).max(7).readonly(),
  }),
  z.strictObject({
    kind: z.literal('every'),
    minutes: z.int().min(1).max(mostEveryMinutes),
    from: instant,
  }),
  z.strictObject({ kind: z.literal('reset') }),
])

const sheetName = z.string().min(1).max(100)
const workSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('flow'),
    files: z.array(z.string().min(1).max(1000)).min(1).max(2000).readonly(),
    // A file on the disk keeps no secret.
    env: z.record(
      z
        .string()
        .regex(/^[A-Za-z_]\w{0,199}$/)
        .refine((name) => !looksSecret(name)),
      z.string().max(10_000),
    ),
    retries: z.int().min(0).max(mostRetries),
    timeoutS: z.int().min(0).max(mostTimeoutS),
    isDivided: z.boolean(),
    sheet: sheetName.nullable(),
    leavesOut: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('launch'), launch: automationLaunchSchema }),
  z.strictObject({
    kind: z.literal('upload'),
    sheet: sheetName,
    column: z.string().min(1).max(1000),
    folder: z.string().min(1).max(4000),
    leavesOut: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('screenshot') }),
])
const phonesSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({
    kind: z.literal('labels'),
    labels: z.array(z.string().min(1).max(1000)).min(1).max(1000).readonly(),
  }),
  z.strictObject({ kind: z.literal('phones'), publicIds: z.array(publicId).min(1).max(5000).readonly() }),
])

/** What a person writes of a schedule, as a call and the file hold it. */
export const scheduleDraftSchema = z.strictObject({
  name: z.string().trim().min(1).max(longestScheduleName),
  time: timeSchema,
  work: workSchema,
  phones: phonesSchema,
  shares: z.partialRecord(z.enum(budgetNames), z.int().min(1).max(100)),
}) satisfies z.ZodType<ScheduleDraft>

const ofSchedule = z.strictObject({ id: z.uuid() })

export const calls = {
  /** Returns what a schedule would use at each start, and when that is. */
  'schedules.plan': z.strictObject({ draft: scheduleDraftSchema }),
  /** Keeps a schedule with the open fleet: a new one for null. */
  'schedules.save': z.strictObject({ id: z.uuid().nullable(), draft: scheduleDraftSchema }),
  /** Deletes a schedule, and stops it if it runs. */
  'schedules.remove': ofSchedule,
  'schedules.pause': ofSchedule.extend({ isPaused: z.boolean() }),
  /** Starts it now; while it runs, once more afterwards. */
  'schedules.run': ofSchedule,
  /** Stops what it does now, and drops a start that waits. */
  'schedules.stop': ofSchedule,
  /** A person has seen what was missed. */
  'schedules.see': ofSchedule,
  /** Asks the person for the folder of a sheet's files; without a desktop it is always the same one. */
  'schedules.folder': z.strictObject({}),
} as const

/** The answers of calls; those that are missing answer nothing. */
interface Results {
  'schedules.plan': SchedulePlan
  'schedules.save': { id: string }
  /** Absolute; null when the person chooses none. */
  'schedules.folder': { folder: string | null }
}

interface State {
  /** Of the open fleet, in the order in which they were made. */
  schedules: readonly Schedule[]
}

type Event =
  | { type: 'schedules'; schedules: readonly Schedule[] }
  /** A start of the open fleet has ended. */
  | { type: 'schedule-ended'; name: string; end: ScheduleEnd }
  /** Starts were missed, the last of them at `at`. */
  | { type: 'schedule-missed'; name: string; times: number; at: number }
  /** As `Schedule.aheadUntil`. */
  | { type: 'schedule-ahead'; name: string; until: number }

/** All that crosses the bridge about schedules: work at its time. */
export interface Slice {
  calls: typeof calls
  tells: object
  state: State
  event: Event
  results: Results
}
