import { z } from 'zod'
import { scheduleDraftSchema } from '../../../src-shared/features/schedules'
import {
  countNames,
  type MissedStarts,
  type ScheduleDraft,
  type ScheduleEnd,
  type ScheduleReason,
  type ScheduleUse,
} from '../../../src-shared/features/schedules-state'
import { budgetNames } from '../../../src-shared/protocol/budget-name'
import type { Fault } from '../../../src-shared/protocol/fault'
import type { SheetFlaw } from '../../../src-shared/sheets/sheet'
import { JsonFile } from '../disk/json-file'
import type { ReportFile } from '../disk/own-file'
import { isInstant } from '../time/clock'

/** A start that has begun. */
export interface BegunStart {
  /** As `ScheduleEnd.due`. */
  due: number | null
  startedAt: number
}

/** A schedule as it is kept, with how far its times are dealt with. Times are in ms since the epoch. */
export interface KeptSchedule {
  id: string
  /** As `fleetKey`. */
  fleet: string
  draft: ScheduleDraft
  isPaused: boolean
  /** Times up to this one have begun or were missed. A clock that was ahead takes the missed ones back. */
  doneUntil: number
  /** Times up to this one have begun, 0 for none yet: none of them begins once more. */
  begunUntil: number
  run: BegunStart | null
  /** A start that waits for the end of `run`. */
  next: Pick<BegunStart, 'due'> | null
  last: ScheduleEnd | null
  missed: MissedStarts | null
  use: ScheduleUse | null
}

const instant = z.number().refine(isInstant)
const count = z.int().min(0)
const begun = z.object({ due: instant.nullable(), startedAt: instant })
const name = z.string().max(1000)
const hasKind = (value: unknown) => typeof (value as { kind?: unknown } | null)?.kind === 'string'
const lines = z.object({ n: count, first: count, flaw: z.custom<SheetFlaw>(hasKind) })
const reason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fault'), fault: z.custom<Fault>(hasKind) }),
  z.object({ kind: z.enum(['no-phones', 'busy', 'fleet-closed', 'ended']) }),
  z.object({ kind: z.enum(['share', 'shortage']), budget: z.enum(budgetNames) }),
  z.object({
    kind: z.literal('sheet'),
    sheet: name,
    flaw: z.enum(['gone', 'unreadable', 'no-key', 'no-rows']),
  }),
  z.object({ kind: z.literal('column'), sheet: name, column: name }),
  lines.extend({ kind: z.literal('lines'), sheet: name }),
  z.object({ kind: z.enum(['value', 'secret']), name }),
]) satisfies z.ZodType<ScheduleReason>
const end = z.object({
  due: instant.nullable(),
  startedAt: instant,
  endedAt: instant,
  outcome: z.enum(['done', 'failed', 'stopped', 'unknown']),
  counts: z.record(z.enum(countNames), count),
  leftOut: lines.nullable(),
  reason: reason.nullable(),
})
const entrySchema = z.object({
  id: z.uuid(),
  fleet: z.string().min(1).max(4000),
  draft: scheduleDraftSchema,
  isPaused: z.boolean(),
  doneUntil: instant,
  begunUntil: instant,
  run: begun.nullable(),
  next: begun.pick({ due: true }).nullable(),
  last: end.nullable().catch(null),
  missed: z
    .object({ times: z.int().min(1), at: instant })
    .nullable()
    .catch(null),
  use: z
    .object({ resetsAt: z.string().max(100), used: z.partialRecord(z.enum(budgetNames), count) })
    .nullable()
    .catch(null),
}) satisfies z.ZodType<KeptSchedule>
const fileSchema = z.object({ schedules: z.array(z.unknown()).max(10_000) })

/** The file of all schedules, which is replaced as a whole: a kill leaves what stood before or what stands after. */
export interface SchedulesFile {
  read(): KeptSchedule[]
  /** @throws FaultError `own-file`; what stood before stays */
  write(schedules: readonly KeptSchedule[]): void
}

/** @param path absolute */
export function openSchedulesFile(path: string, report: ReportFile): SchedulesFile {
  const file = new JsonFile({ path, version: 1, check: usable, report })
  return {
    read: () => file.read() ?? [],
    write: (schedules) => file.write({ schedules }),
  }
}

function usable(content: unknown, drop: () => void): KeptSchedule[] {
  const schedules = new Map<string, KeptSchedule>()
  for (const one of fileSchema.parse(content).schedules) {
    const { data } = entrySchema.safeParse(one)
    if (data && !schedules.has(data.id)) schedules.set(data.id, data)
    else drop()
  }
  return [...schedules.values()]
}
