import {
  pendingJobs,
  type AutomationJob,
  type AutomationNames,
} from '../../../src-shared/protocol/automation'
import type { JobReader } from './job-reader'

/** The jobs that were launched from here: each is read by its id until it ends, or until the service no longer has it. */
export interface OwnJobs {
  add(publicId: string, job: AutomationJob): void
  /** What is known of the phone's jobs has changed. */
  look(publicId: string): void
  /** Returns the job to read by its id, for each phone that has one. */
  byId(): ReadonlyMap<string, AutomationJob>
  /** Returns the phone's jobs with those that the service no longer has; null before the first read. */
  shown(publicId: string): readonly AutomationJob[] | null
  forget(publicId: string): void
}

/** @param reader reads the jobs, in lists and by their ids */
export function createOwnJobs(reader: Pick<JobReader, 'known' | 'gone'>, names: AutomationNames): OwnJobs {
  /** Those that have not ended, by phone. */
  const own = new Map<string, readonly AutomationJob[]>()
  const isPending = (job: AutomationJob) => pendingJobs([job], names).length > 0
  const jobsOf = (publicId: string) => reader.known(publicId).jobs ?? []

  const look = (publicId: string) => {
    const jobs = jobsOf(publicId)
    const gone = new Set(reader.gone(publicId).map(({ id }) => id))
    const left = (own.get(publicId) ?? [])
      .map((job) => jobs.find(({ id }) => id === job.id) ?? job)
      .filter((job) => !gone.has(job.id) && isPending(job))
    if (left.length > 0) own.set(publicId, left)
    else own.delete(publicId)
  }

  return {
    add(publicId, job) {
      own.set(publicId, [...(own.get(publicId) ?? []).filter(({ id }) => id !== job.id), job])
      look(publicId)
    },
    look,
    byId() {
      const found = new Map<string, AutomationJob>()
      for (const [publicId, jobs] of own) {
        const [pending, another] = pendingJobs(jobsOf(publicId), names)
        const job = jobs.find(({ id }) => !pending || id === pending.id)
        // Of several that are pending the list tells at once.
        if (job && !another) found.set(publicId, job)
      }
      return found
    },
    shown(publicId) {
      const { jobs } = reader.known(publicId)
      const hasEnded = ({ id }: AutomationJob) =>
        jobs?.some((job) => job.id === id && !isPending(job)) === true
      const gone = reader.gone(publicId).filter((job) => !hasEnded(job))
      if (gone.length === 0) return jobs
      const others = (jobs ?? []).filter(({ id }) => gone.every((job) => job.id !== id))
      return [...gone.map((job) => ({ ...job, isGone: true as const })), ...others]
    },
    forget: (publicId) => void own.delete(publicId),
  }
}
