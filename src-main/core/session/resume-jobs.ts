import { launchedJobs } from '../history/launched-jobs'
import type { Activity } from '../history/activity'
import type { CurrentFleet } from '../open-fleet/current-fleet'
import type { Fleet } from '../open-fleet/fleet'
import type { SessionOptions } from './session-options'

export interface ResumeJobsOptions extends Pick<SessionOptions, 'activityLog'> {
  current: Pick<CurrentFleet, 'fleet'>
  activity: Pick<Activity, 'resumed'>
  fleetName: () => string
}

/** Returns what follows the jobs that earlier starts launched: call it once the fleet's phones are known, or oftener. */
export function createResumeJobs({ current, activity, activityLog, fleetName }: ResumeJobsOptions) {
  let resumed: Fleet | null = null
  return async (): Promise<void> => {
    const { fleet } = current
    if (!fleet || fleet === resumed) return
    resumed = fleet
    const jobs = await launchedJobs(activityLog, fleetName())
    if (current.fleet !== fleet) return
    activity.resumed(jobs)
    fleet.resumeJobs(jobs)
  }
}
