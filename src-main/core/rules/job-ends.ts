import type { JobEnd } from '../../../src-shared/features/rules-state'
import type { PhoneJobs } from '../../../src-shared/features/jobs'
import type { AutomationJob } from '../../../src-shared/protocol/automation'
import { ownValue } from '../../../src-shared/protocol/own-value'

const ends: Readonly<Record<string, JobEnd>> = {
  completed: 'done',
  needs_review: 'review',
  failed: 'failed',
  expired: 'failed',
}

/** Finds the jobs that end, in what the service says of jobs. */
export interface JobEnds {
  /** @returns how jobs of the phone have ended since the last call */
  take(jobs: PhoneJobs): JobEnd[]
  forget(): void
}

/** @param alsoFailed returns the vocabulary's further names of states in which a job has ended */
export function createJobEnds(alsoFailed: () => readonly string[]): JobEnds {
  const known = new Map<string, ReadonlyMap<string, JobEnd | null>>()
  const listed = new Set<string>()
  const endOf = ({ status, isGone }: AutomationJob): JobEnd | null => {
    if (isGone) return 'failed'
    return ownValue(ends, status) ?? (alsoFailed().includes(status) ? 'failed' : null)
  }

  return {
    take({ publicId, jobs, isPart }) {
      if (jobs === null) return []
      const was = known.get(publicId)
      const wasListed = listed.has(publicId)
      if (!isPart) listed.add(publicId)
      const before = isPart ? (was ?? []) : []
      known.set(publicId, new Map([...before, ...jobs.map((job) => [job.id, endOf(job)] as const)]))
      return jobs.flatMap((job) => {
        const end = endOf(job)
        // The first list tells what had ended before.
        const isNews = was?.has(job.id) ? was.get(job.id) === null : wasListed
        return end !== null && isNews ? end : []
      })
    },
    forget() {
      known.clear()
      listed.clear()
    },
  }
}
