import { z } from 'zod'
import {
  countVerdicts,
  keptEnds,
  keptVerdicts,
  type KeptCase,
  type KeptPhone,
  type KeptRun,
} from '../../../../src-shared/features/flow-history-state'
import { isInstant } from '../../time/clock'

// What is longer is cut before it is kept.
export const longestName = 256
export const longestMessage = 500
const longestPath = 4000

const count = z.int().min(0)
const ms = z.number().min(0)
const text = z.string().max(longestName)
const path = z.string().max(longestPath)
const verdict = z.enum(keptVerdicts)
const begunSchema = z.object({
  id: z.uuid(),
  /** As `fleetKey`. */
  fleet: path,
  at: z.number().refine(isInstant),
  /** Of its results, absolute. */
  folder: path,
  flows: z.array(z.object({ file: path, name: text })),
  how: z.object({
    retries: count.optional(),
    timeoutS: count.optional(),
    mostActions: count.nullish(),
    isDivided: z.boolean().optional(),
    hasRows: z.boolean().optional(),
  }),
})

/** The first line of a run's own file. `cases`: place of the phone, place of the flow, title. */
const headSchema = begunSchema.extend({
  phones: z.array(z.object({ publicId: path, name: text })),
  cases: z.array(z.tuple([count, count, text.nullable()])),
})
/** A later line: a case that began, one that ended, or the end of the run. */
const lineSchema = z.union([
  z.object({
    case: count,
    verdict,
    message: z.string().max(longestMessage).nullable(),
    ms,
    actions: count,
    tries: count,
  }),
  z.object({ begun: count }),
  z.object({ end: z.enum(keptEnds), ms, report: path.nullable() }),
])

/** A line of the list of runs. `bytes`: of the run's own file. */
export const listedSchema = begunSchema.extend({
  ms,
  end: z.enum(keptEnds),
  phones: count,
  counts: z.record(verdict, count),
  actions: count,
  report: path.nullable(),
  bytes: count,
})

export type RunHead = z.infer<typeof headSchema>
export type RunLine = z.infer<typeof lineSchema>
export type ListedRun = z.infer<typeof listedSchema>

export const lineOf = (content: RunHead | RunLine | ListedRun): string => `${JSON.stringify(content)}\n`

/** Reads a line; null for a torn or damaged one. */
export function readLine<Content>(schema: z.ZodType<Content>, line: string): Content | null {
  try {
    return schema.safeParse(JSON.parse(line)).data ?? null
  } catch {
    return null
  }
}

/** A run as its own file tells it. */
export interface ToldRun {
  head: RunHead
  phones: readonly KeptPhone[]
  /** Null when the program ended first. */
  end: Extract<RunLine, { end: unknown }> | null
}

const caseOf = ({ case: at, ...came }: Extract<RunLine, { case: unknown }>) => ({ at, ...came })

/** Reads a run's own file. What a damaged line told is not known. @returns null when its first line is damaged */
export function readRun(content: string): ToldRun | null {
  const [first = '', ...lines] = content.split('\n')
  const head = readLine(headSchema, first)
  if (!head) return null
  const cases: (KeptCase | null)[] = head.cases.map(([phone, flow, title]) =>
    head.phones[phone] && head.flows[flow]
      ? { flow, title, verdict: 'unrun', message: null, ms: 0, actions: 0, tries: 0 }
      : null,
  )
  let end: ToldRun['end'] = null
  for (const line of lines) {
    const told = line === '' ? null : readLine(lineSchema, line)
    if (!told) continue
    if ('end' in told) end = told
    else {
      const { at, ...came } =
        'begun' in told ? ({ at: told.begun, verdict: 'unknown' } as const) : caseOf(told)
      const known = cases[at]
      if (known) cases[at] = { ...known, ...came }
    }
  }
  const ofPhones = new Map<number, KeptCase[]>()
  for (const [at, [phone]] of head.cases.entries()) {
    const known = cases[at]
    if (known) ofPhones.set(phone, [...(ofPhones.get(phone) ?? []), known])
  }
  const phones = head.phones.map((phone, at) => ({ ...phone, cases: ofPhones.get(at) ?? [] }))
  return { head, phones, end }
}

/** Sums a run up for the list. @param ms how long it took where it was interrupted @param bytes of its own file */
export function listRun({ head, phones, end }: ToldRun, ms: number, bytes: number): ListedRun {
  const cases = phones.flatMap((phone) => phone.cases)
  const { id, fleet, at, folder, flows, how } = head
  return {
    ...{ id, fleet, at, folder, flows, how, bytes },
    ms: end?.ms ?? Math.max(0, ms),
    end: end?.end ?? 'interrupted',
    phones: phones.length,
    counts: countVerdicts(cases.map((each) => each.verdict)),
    actions: cases.reduce((sum, { actions }) => sum + actions, 0),
    report: end?.report ?? null,
  }
}

/** What the page sees of a run. */
export const shownRun = ({
  id,
  at,
  ms,
  end,
  flows,
  phones,
  counts,
  actions,
  report,
  folder,
  how,
}: ListedRun): KeptRun => ({
  ...{ id, at, ms, end, flows, phones, counts, actions, report, folder, how },
})
