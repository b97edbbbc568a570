import { z } from 'zod'
import type { KeyedFleet } from '../../../src-shared/features/fleets-state'
import { jobStages } from '../../../src-shared/features/job-stage'
import { flagWords, noOutcome, type PhoneOutcome } from '../../../src-shared/features/outcomes-state'
import { openFleetsFile } from '../disk/fleets-file'
import type { ReportFile } from '../disk/own-file'
import { isInstant, type Clock } from '../time/clock'

const mostPhones = 5000

const at = z.number().refine(isInstant)
const name = z.string().max(200)
const outcomeSchema = z.object({
  fleet: z.string().max(4000),
  publicId: z.string().min(1).max(200),
  flag: z.object({ worst: z.enum(flagWords), warnings: z.array(name).max(20), at }).nullable(),
  job: z
    .object({
      ...{ id: name, kind: z.string().nullable(), stage: z.enum(jobStages), at },
      isCleared: z.literal(true).optional(),
    })
    .nullable(),
  flow: z.object({ name, verdict: z.enum(['passed', 'failed', 'stopped']), run: name, at }).nullable(),
})

export interface KeptOutcomesOptions {
  clock: Pick<Clock, 'after'>
  /** Absolute. */
  path: string
  report: ReportFile
  onFailed: (error: unknown) => void
}

/** What was last heard of each phone, of all fleets, over restarts. Fleets are named as by `fleetKey`. */
export interface OutcomesFile {
  of(fleet: string): ReadonlyMap<string, PhoneOutcome>
  /** Changes what is known of a phone. @returns the whole of it; null when it was so before */
  change(fleet: string, publicId: string, change: Partial<PhoneOutcome>): PhoneOutcome | null
  /** Forgets phones of a fleet. */
  drop(fleet: string, publicIds: readonly string[]): void
  /** Forgets a fleet that was removed. */
  forget(fleet: KeyedFleet): void
  close(): void
}

export function loadOutcomes({ clock, path, report, onFailed }: KeptOutcomesOptions): OutcomesFile {
  const file = openFleetsFile<Map<string, PhoneOutcome>, PhoneOutcome>({
    ...{ clock, path, report, onFailed, list: 'outcomes', most: mostPhones },
    check(entry) {
      const { data } = outcomeSchema.safeParse(entry)
      if (!data) return null
      const { fleet, ...one } = data
      return { fleet, one }
    },
    read: (outcomes) => new Map(outcomes.map((outcome) => [outcome.publicId, outcome])),
    write: (phones) => [...phones.values()],
  })

  return {
    of: (fleet) => file.of(fleet) ?? new Map(),
    change(fleet, publicId, change) {
      const phones = file.of(fleet) ?? new Map<string, PhoneOutcome>()
      const before = phones.get(publicId) ?? { publicId, ...noOutcome }
      const next = { ...before, ...change }
      if (JSON.stringify(next) === JSON.stringify(before)) return null
      // The phone that has changed last comes last.
      phones.delete(publicId)
      phones.set(publicId, next)
      file.keep(fleet, phones)
      return next
    },
    drop(fleet, publicIds) {
      const phones = file.of(fleet)
      if (!phones) return
      for (const publicId of publicIds) phones.delete(publicId)
      file.keep(fleet, phones)
    },
    forget: file.forget,
    close: file.flush,
  }
}
