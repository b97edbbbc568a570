import type { AutomationJob } from '../protocol/automation'
import type { Fault } from '../protocol/fault'

/** The jobs of one phone as they were last read, in the service's order. */
export interface PhoneJobs {
  publicId: string
  /** Null before they were read. */
  jobs: readonly AutomationJob[] | null
  /** Why the last reading failed. */
  fault: Fault | null
}
