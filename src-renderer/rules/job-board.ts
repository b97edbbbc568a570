import { jobStages, stageOf, type JobStage } from '../../src-shared/features/job-stage'
import type { PhoneJobs } from '../../src-shared/features/jobs'
import type { AutomationJob } from '../../src-shared/protocol/automation'
import type { Vocabulary } from '../../src-shared/protocol/vocabulary'

export interface BoardRow {
  publicId: string
  job: AutomationJob
  stage: JobStage
  /** Ms since the epoch; NaN when it did not come. */
  startedAt: number
}

/** Lists the jobs of all phones: by stage, the newest first. */
export function boardRows(all: Iterable<PhoneJobs>, ended: readonly string[]): BoardRow[] {
  const rows = [...all].flatMap(({ publicId, jobs }) =>
    (jobs ?? []).map((job) => ({
      publicId,
      job,
      stage: job.isGone ? ('failed' as const) : stageOf(job.status, ended),
      startedAt: Date.parse(job.createdAt ?? ''),
    })),
  )
  return rows.toSorted(
    (one, other) =>
      jobStages.indexOf(one.stage) - jobStages.indexOf(other.stage) ||
      (other.startedAt || 0) - (one.startedAt || 0),
  )
}

/** Returns the fields of a job that have no place of their own, such as its account, its attempts and its end. */
export function otherFields(
  { fields }: Pick<AutomationJob, 'fields'>,
  vocabulary: Pick<Vocabulary, 'automationJob'> | null,
): Record<string, unknown> {
  const own = new Set<string>(Object.values(vocabulary?.automationJob ?? {}))
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !own.has(name)))
}

const mostAccounts = 200

/** Lists the account names in the results of a phone's jobs. @param list the vocabulary's `accountList` */
export function accountsFound(jobs: readonly AutomationJob[], list: string): string[] {
  const names = jobs.flatMap(({ result }) => {
    const found = (result as Readonly<Record<string, unknown>> | null)?.[list]
    return Array.isArray(found) ? found.filter((name) => typeof name === 'string' && name !== '') : []
  })
  return [...new Set(names as string[])].slice(0, mostAccounts)
}
