import type { BusyPhone } from '../../../src-shared/features/jobs'
import { FaultError } from '../../../src-shared/protocol/fault'
import type { Clock } from '../time/clock'
import { waitFor } from '../time/wait-for'
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

// Longer, a person takes what they dropped for lost.
const mostReadMs = 2000
// The service allows 10 reads a second, and phones that connect wait for theirs.
const mostReads = 15

/** Returns the phones that have a job which a request would interrupt. Reads the jobs of 15 phones whose jobs are
 * unknown, for 2 s at most. */
export async function busyAmong(
  jobs: PendingJobs,
  publicIds: readonly string[],
  clock: Clock,
): Promise<BusyPhone[]> {
  const unknown = publicIds.filter((publicId) => jobs.standing(publicId) === 'unknown').slice(0, mostReads)
  if (unknown.length > 0) {
    const read = new AbortController()
    const all = Promise.all(unknown.map((publicId) => jobs.lookAt(publicId))).then(() => read.abort())
    await Promise.race([all, waitFor(clock, mostReadMs, read.signal).catch(() => undefined)])
  }
  return publicIds.flatMap((publicId) =>
    jobs.standing(publicId) === 'pending' ? { publicId, job: jobs.pending(publicId)?.kind ?? null } : [],
  )
}
