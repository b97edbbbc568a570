import { z, type ZodType } from 'zod'
import { automationKinds } from './automation-kind'
import type { Vocabulary } from './vocabulary'

/** What is launched; `account` where a phone has several. */
export const automationLaunchSchema = z.strictObject({
  kind: z.enum(automationKinds),
  account: z.string().min(1).optional(),
})
export type AutomationLaunch = z.infer<typeof automationLaunchSchema>

/**
 * A job as the core speaks of it (spec 2, 3, 4.12). The spec shows no more of it than status and result: what has another
 * name here than in the answer comes from the vocabulary, and what did not come is null.
 */
export interface AutomationJob {
  id: string
  kind: string | null
  /** `queued`, `dispatched`, `completed`, `failed`, `needs_review`, `expired`, or one that is not known, as it came. */
  status: string
  /** As it came: counters in it can be null. */
  result: unknown
  publicId: string | null
  createdAt: string | null
  /** The job whole, under the service's own names. */
  fields: Record<string, unknown>
}

/** How a service calls the fields of launches and jobs, and the states in which a job has ended. */
export type AutomationNames = Pick<
  Vocabulary,
  'automationLaunch' | 'automationJob' | 'abandonedJob' | 'endedJobs'
>

const pendingStates: readonly string[] = ['queued', 'dispatched']
const endedStates: readonly string[] = ['completed', 'failed', 'needs_review', 'expired']

/**
 * The jobs that a phone still waits for or runs, so that it is to be left alone (spec 3). One in a state that is not known
 * may be such a job, unless a later one exists: a phone has one at a time.
 */
export function pendingJobs(jobs: readonly AutomationJob[], names: AutomationNames): AutomationJob[] {
  const ended = [...endedStates, ...names.endedJobs, names.abandonedJob]
  const hasLater = ({ createdAt }: AutomationJob) =>
    createdAt !== null && jobs.some((other) => Date.parse(other.createdAt ?? '') > Date.parse(createdAt))
  return jobs.filter(
    (job) => pendingStates.includes(job.status) || (!ended.includes(job.status) && !hasLater(job)),
  )
}

/** The body of POST /devices/{id}/automations. */
export function launchBody(
  names: AutomationNames,
  { kind, account }: AutomationLaunch,
): Record<string, string> {
  const { automationLaunch } = names
  return {
    [automationLaunch.kind]: kind,
    ...(account === undefined ? {} : { [automationLaunch.account]: account }),
  }
}

const textOrNull = z.string().nullable().catch(null)

/** A job in an answer: its id and its status must be there. */
export function jobSchema({ automationJob: names }: AutomationNames): ZodType<AutomationJob> {
  const id = z.union([z.string().min(1), z.int()], 'expected an id')
  return z
    .looseObject({ [names.id]: id, [names.status]: z.string() })
    .transform((fields: Record<string, unknown>) => ({
      id: String(fields[names.id]),
      kind: textOrNull.parse(fields[names.kind]),
      status: z.string().parse(fields[names.status]),
      result: fields[names.result] ?? null,
      publicId: textOrNull.parse(fields[names.device]),
      createdAt: textOrNull.parse(fields[names.createdAt]),
      fields,
    }))
}
