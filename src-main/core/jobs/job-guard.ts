import { FaultError } from '../../../src-shared/protocol/fault'
import type { JobWatch } from './job-watch'

export type PendingJobs = Pick<JobWatch, 'standing' | 'lookAt' | 'pending'>

/**
 * To be asked before a phone is reached by REST, for that interrupts its job (spec 3); where its jobs are not known they are read.
 * @throws FaultError `job-pending` where a job waits or runs
 */
export async function assertNoJob(jobs: PendingJobs, publicId: string): Promise<void> {
  const known = jobs.standing(publicId)
  const standing = known === 'unknown' ? await jobs.lookAt(publicId) : known
  if (standing !== 'pending') return
  throw new FaultError({ kind: 'job-pending', job: jobs.pending(publicId)?.kind ?? null })
}
