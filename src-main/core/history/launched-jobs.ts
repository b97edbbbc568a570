import { anyActivity } from '../../../src-shared/features/activity'
import type { AutomationJob } from '../../../src-shared/protocol/automation'
import type { ActivityLog } from './activity-log'
import { mostEntries } from './activity-log'

/** Returns the jobs that the log knows as launched on a fleet's phones, and not as ended; their results are unknown. */
export async function launchedJobs(
  log: Pick<ActivityLog, 'list' | 'whenRead'>,
  fleet: string,
): Promise<AutomationJob[]> {
  await log.whenRead
  const of = (what: 'launch' | 'job') => log.list({ ...anyActivity, what }, 0, mostEntries).entries
  const states = new Map<string, { status: string; isPending: boolean }>()
  // The newest comes first.
  for (const { job, about, outcome } of of('job'))
    if (job !== undefined && !states.has(job))
      states.set(job, { status: about.split(' ')[0] ?? '', isPending: outcome === 'begun' })
  return of('launch').flatMap(({ job, publicId, about: kind, at, fleet: its }) => {
    if (job === undefined || its !== fleet) return []
    const { status, isPending } = states.get(job) ?? { status: 'queued', isPending: true }
    const createdAt = new Date(at).toISOString()
    return isPending ? [{ id: job, kind, status, result: null, publicId, createdAt, fields: {} }] : []
  })
}
