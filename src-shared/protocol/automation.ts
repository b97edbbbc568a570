import { z, type ZodType } from 'zod'
import { automationKinds } from './automation-kind'
import { isAddressable, isBounded } from './bounded'
import type { LaunchValue } from './launch-field'
import type { Vocabulary } from './vocabulary'

const launchValue = z.union([z.string().max(10_000), z.number(), z.boolean()])

/** An automation to launch; `account` where a phone has several, `fields` as the vocabulary names further ones. */
export const automationLaunchSchema = z.strictObject({
  kind: z.enum(automationKinds),
  account: z.string().min(1).optional(),
  fields: z.record(z.string().min(1).max(200), launchValue).optional(),
})
export type AutomationLaunch = z.infer<typeof automationLaunchSchema>

/**
 * An automation job (spec 2, 3, 4.12). The spec shows only status and result: the vocabulary names the other fields, and
 * a missing field is null.
 */
export interface AutomationJob {
  id: string
  kind: string | null
  /** `queued`, `dispatched`, `completed`, `failed`, `needs_review`, `expired`, or an unknown one as it came. */
  status: string
  /** Its counters can be null. */
  result: unknown
  publicId: string | null
  createdAt: string | null
  /** The whole job, under the service's names. */
  fields: Record<string, unknown>
  /** The service no longer had it when it was read by its id: this is what was known before. */
  isGone?: true
}

/** The service's names of launch and job fields, and of the states in which a job has ended. */
export type AutomationNames = Pick<
  Vocabulary,
  'automationLaunch' | 'automationJob' | 'abandonedJob' | 'endedJobs'
>

/** A job in one of them waits or runs. */
export const pendingStates: readonly string[] = ['queued', 'dispatched']
const endedStates: readonly string[] = ['completed', 'failed', 'needs_review', 'expired']

/** Returns the states in which a job is known to have ended. */
export const knownEnds = ({ endedJobs, abandonedJob }: AutomationNames): readonly string[] => [
  ...endedStates,
  ...endedJobs,
  abandonedJob,
]

/**
 * Returns the jobs that wait or run on a phone, which then must not be interrupted (spec 3). A job in an unknown state
 * counts unless a later one exists: a phone has one at a time.
 */
export function pendingJobs(jobs: readonly AutomationJob[], names: AutomationNames): AutomationJob[] {
  const ended = knownEnds(names)
  const hasLater = ({ createdAt }: AutomationJob) =>
    createdAt !== null && jobs.some((other) => Date.parse(other.createdAt ?? '') > Date.parse(createdAt))
  return jobs.filter(
    (job) => pendingStates.includes(job.status) || (!ended.includes(job.status) && !hasLater(job)),
  )
}

/** The body of POST /devices/{id}/automations. */
export function launchBody(
  names: AutomationNames,
  { kind, account, fields }: AutomationLaunch,
): Record<string, LaunchValue> {
  const { automationLaunch } = names
  return {
    [automationLaunch.kind]: kind,
    ...(account === undefined ? {} : { [automationLaunch.account]: account }),
    ...fields,
  }
}

// Many phones have many jobs, and a result is a few counters.
const mostJobValues = 1000
const isFew = (job: unknown) => isBounded(job, mostJobValues)

const textOrNull = z.string().nullable().catch(null)

/**
 * Returns the schema of a job in an answer; id and status are required. Leaves out a result that is too deep or too large, and
 * where that is not enough all fields that have no name in the vocabulary: a job must not be missed.
 */
export function jobSchema({ automationJob: names }: AutomationNames): ZodType<AutomationJob> {
  const id = z.union([z.string().min(1).max(200).refine(isAddressable), z.int()], 'expected an id')
  return z
    .looseObject({ [names.id]: id, [names.status]: z.string().max(200) })
    .transform((sent: Record<string, unknown>) => {
      const small = isFew(sent) ? sent : { ...sent, [names.result]: null }
      const own = [names.id, names.status, names.kind, names.device, names.createdAt]
      return isFew(small) ? small : Object.fromEntries(own.map((name) => [name, sent[name]]))
    })
    .refine(isFew, 'too large')
    .transform((fields) => ({
      id: String(fields[names.id]),
      kind: textOrNull.parse(fields[names.kind]),
      status: z.string().parse(fields[names.status]),
      result: fields[names.result] ?? null,
      publicId: textOrNull.parse(fields[names.device]),
      createdAt: textOrNull.parse(fields[names.createdAt]),
      fields,
    }))
}
