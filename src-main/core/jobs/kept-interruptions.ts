import { z } from 'zod'
import type { Log } from '../base/log'
import { createDebouncedWrite } from '../disk/debounced-write'
import { JsonFile } from '../disk/json-file'
import type { ReportFile } from '../disk/own-file'
import type { Clock } from '../time/clock'
import { Interruptions, type Interruption } from './interruptions'

/** The interruptions of jobs, which outlive an open fleet and this program. */
export interface KeptInterruptions {
  /** @param baseUrl the service's */
  of(baseUrl: string): Interruptions
  /** Writes pending changes. */
  close(): void
}

const mostJobs = 1000
// By this machine's clock, which may be wrong by days.
const readMs = 7 * 24 * 3_600_000

const choiceSchema = z.object({
  times: z.int().min(1).max(3),
  endsAt: z.number(),
  isOfWaiting: z.boolean(),
  endedAt: z.number().nullable(),
})
const jobSchema = z.object({
  service: z.string().max(2000),
  job: z.string().max(200),
  ...choiceSchema.shape,
  before: choiceSchema.nullable(),
})
const fileSchema = z.object({ jobs: z.array(z.unknown()).max(10 * mostJobs) })

/**
 * Reads the file. Invalid entries are left out; such a file, and an unreadable one, is kept aside.
 * @param path absolute
 */
export function loadInterruptions(
  path: string,
  clock: Clock,
  log: Log,
  report: ReportFile,
): KeptInterruptions {
  const check = (content: unknown, drop: () => void) => usable(content, clock.now() - readMs, drop)
  const json = new JsonFile({ path, version: 1, check, report })
  const services = new Map<string, Interruptions>()
  const file = createDebouncedWrite({
    clock,
    file: json,
    content: () => ({
      jobs: [...services]
        .flatMap(([service, { all }]) => [...all].map(([job, choice]) => ({ service, job, ...choice })))
        .sort((a, b) => a.endsAt - b.endsAt)
        .slice(-mostJobs),
    }),
    onFailed: (error) => log.warn({ err: error }, 'interruptions not written'),
  })
  const open = (service: string, jobs?: ReadonlyMap<string, Interruption>) => {
    const opened = new Interruptions(jobs, () => file.soon())
    services.set(service, opened)
    return opened
  }
  for (const [service, jobs] of json.read() ?? []) open(service, jobs)

  return {
    of: (service) => services.get(service) ?? open(service),
    close: () => file.close(),
  }
}

/**
 * @param oldest entries from before are left out
 * @throws Error for no list of jobs
 */
function usable(content: unknown, oldest: number, drop: () => void): Map<string, Map<string, Interruption>> {
  const services = new Map<string, Map<string, Interruption>>()
  for (const one of fileSchema.parse(content).jobs) {
    const { data } = jobSchema.safeParse(one)
    if (!data) {
      drop()
      continue
    }
    const { service, job, ...choice } = data
    if (choice.endsAt < oldest) continue
    const jobs = services.get(service) ?? new Map<string, Interruption>()
    // A choice that was in force ended with the program.
    services.set(service, jobs.set(job, { ...choice, endedAt: choice.endedAt ?? choice.endsAt }))
  }
  return services
}
