import type { AutomationJob } from '../../../src-shared/protocol/automation'
import type { Fault, FaultError } from '../../../src-shared/protocol/fault'
import type { Backoff } from '../time/backoff'
import type { Clock } from '../time/clock'
import type { AutomationApi } from '../service/device-api'

/** Whose jobs are to be read. */
export interface JobInterest {
  /** Phones that wait for their jobs, in this order: each is read until it is fresh. */
  waitedFor: readonly string[]
  /** Phones that may get a job: read at intervals. */
  watched: readonly string[]
  /** Phones with a pending job: read at short intervals. */
  followed: readonly string[]
  /** The jobs that are read by their ids, by followed phone, in place of the phone's list. */
  byId?: ReadonlyMap<string, AutomationJob>
}

export interface JobReaderOptions {
  clock: Clock
  /** In [0, 1). */
  random: () => number
  api: Pick<AutomationApi, 'job' | 'jobsOf'>
  /** What is known about this phone has changed. */
  onChange: (publicId: string) => void
}

/** One phone's jobs, and how its reads go. */
export interface JobEntry {
  jobs: readonly AutomationJob[] | null
  /** Jobs that the read under way may have missed. */
  added: readonly AutomationJob[]
  /** Jobs that the service no longer had when they were read by their ids; as last known. */
  gone: readonly AutomationJob[]
  /** Whether the list was ever read. */
  isListed: boolean
  /** When the list was read, in monotonic ms; null until the first read, and when it has to be read again. */
  readAt: number | null
  /** When a job of it was read by its id, in monotonic ms. */
  followedAt: number
  fault: Fault | null
  failures: number
  /** The earliest time of the next read, in monotonic ms. */
  notBefore: number
  backoff: Backoff
  isUnderWay: boolean
  callers: { resolve: (jobs: readonly AutomationJob[]) => void; reject: (error: FaultError) => void }[]
}

/** The next read of a phone. */
export interface Due {
  publicId: string
  entry: JobEntry
  /** Whether the list is wanted, though a job is followed by its id. */
  isList?: boolean
  /** Monotonic ms. */
  at: number
}
