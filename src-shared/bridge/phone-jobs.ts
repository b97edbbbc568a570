import type { AutomationJob } from '../protocol/automation'
import type { Fault } from '../protocol/fault'

/** A phone with a pending job. `job` is its kind, null when it is not known. */
export interface BusyPhone {
  publicId: string
  job: string | null
}

/** One phone's jobs as last read, in the service's order. */
export interface PhoneJobs {
  publicId: string
  /** Null until they are read. */
  jobs: readonly AutomationJob[] | null
  /** Why the last read failed; null when it succeeded. */
  fault: Fault | null
}
