import { FaultError } from '../../../src-shared/protocol/fault'
import type { JobWatch } from './job-watch'

export type PendingJobs = Pick<JobWatch, 'standing' | 'lookAt' | 'pending'>

/**
 * Call this before a REST request that reaches a phone: it would interrupt a job (spec 3). Reads unknown jobs first.
 * @throws FaultError `job-pending` when a job waits or runs
 */
export async function assertNoJob(jobs: PendingJobs, publicId: string): Promise<void> {
  const known = jobs.standing(publicId)
  const standing = known === 'unknown' ? await jobs.lookAt(publicId) : known
  if (standing !== 'pending') return
  throw new FaultError({ kind: 'job-pending', job: jobs.pending(publicId)?.kind ?? null })
}
