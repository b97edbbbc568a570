import { z } from 'zod'
import { fleetKey, type KeyedFleet } from '../../../src-shared/features/fleets-state'
import { jobStages } from '../../../src-shared/features/job-stage'
import { flagWords, noOutcome, type PhoneOutcome } from '../../../src-shared/features/outcomes-state'
import { createDebouncedWrite } from '../disk/debounced-write'
import { JsonFile } from '../disk/json-file'
import type { ReportFile } from '../disk/own-file'
import { isInstant, type Clock } from '../time/clock'

const mostFleets = 50
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
const fileSchema = z.object({ outcomes: z.array(z.unknown()).max(mostFleets * mostPhones) })

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
  const json = new JsonFile({ path, version: 1, check: usable, report })
  const fleets = json.read() ?? new Map<string, Map<string, PhoneOutcome>>()
  const file = createDebouncedWrite({
    clock,
    file: json,
    content: () => ({
      outcomes: [...fleets]
        .slice(-mostFleets)
        // The phones that have changed last come last.
        .flatMap(([fleet, phones]) =>
          [...phones.values()].slice(-mostPhones).map((outcome) => ({ fleet, ...outcome })),
        ),
    }),
    onFailed,
  })

  return {
    of: (fleet) => fleets.get(fleet) ?? new Map(),
    change(fleet, publicId, change) {
      const phones = fleets.get(fleet) ?? new Map<string, PhoneOutcome>()
      const before = phones.get(publicId) ?? { publicId, ...noOutcome }
      const next = { ...before, ...change }
      if (JSON.stringify(next) === JSON.stringify(before)) return null
      fleets.delete(fleet)
      fleets.set(fleet, phones)
      phones.delete(publicId)
      phones.set(publicId, next)
      file.soon()
      return next
    },
    drop(fleet, publicIds) {
      for (const publicId of publicIds) fleets.get(fleet)?.delete(publicId)
      file.soon()
    },
    forget(fleet) {
      if (fleets.delete(fleetKey(fleet))) file.soon()
    },
    close: () => file.close(),
  }
}

/** @throws Error for no list of outcomes */
function usable(content: unknown, drop: () => void): Map<string, Map<string, PhoneOutcome>> {
  const fleets = new Map<string, Map<string, PhoneOutcome>>()
  for (const one of fileSchema.parse(content).outcomes) {
    const { data } = outcomeSchema.safeParse(one)
    if (!data) {
      drop()
      continue
    }
    const { fleet, ...outcome } = data
    const phones = fleets.get(fleet) ?? new Map<string, PhoneOutcome>()
    fleets.set(fleet, phones.set(outcome.publicId, outcome))
  }
  return fleets
}
