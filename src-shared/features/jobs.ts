import { z } from 'zod'
import { publicId } from '../bridge/parameters'
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
  /** They are only those that were launched or read by their ids: the phone's list is not read yet. */
  isPart?: true
  /** Why the last read failed; null when it succeeded. */
  fault: Fault | null
}

export const calls = {
  /** Refreshes the jobs of all phones, as fast as the service allows; they come as events. */
  'jobs.readAll': z.strictObject({}),
  /** Refreshes a phone's jobs; they come as an event. Does not reach the phone. */
  'jobs.read': z.strictObject({ publicId }),
  /** Names the phones whose pending job an upload would interrupt; unknown jobs are read first, for 2 s at most. */
  'jobs.busy': z.strictObject({ publicIds: z.array(publicId) }),
} as const

export const tells = {
  /** Interrupts the job that is pending on a phone, to view or use the phone now. */
  'jobs.interrupt': z.strictObject({ publicId }),
  /** Leaves a phone alone whose job was interrupted, until the job has ended. */
  'jobs.letRun': z.strictObject({ publicId }),
} as const

/** The answers of calls; those that are missing answer nothing. */
interface Results {
  'jobs.busy': { busy: BusyPhone[] }
}

interface State {
  /** Of the phones whose jobs were read, or failed to be. */
  jobs: PhoneJobs[]
}

type Event = { type: 'jobs'; jobs: PhoneJobs }

/** All that crosses the bridge about automation jobs of phones. */
export interface Slice {
  calls: typeof calls
  tells: typeof tells
  state: State
  event: Event
  results: Results
}
