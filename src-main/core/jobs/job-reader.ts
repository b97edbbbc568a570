import { isDeepStrictEqual } from 'node:util'
import type { AutomationJob } from '../../../src-shared/protocol/automation'
import { faultOf, FaultError, type Fault } from '../../../src-shared/protocol/fault'
import { createBackoff, type Backoff } from '../base/backoff'
import type { CancelTimer, Clock } from '../base/clock'
import type { AutomationApi } from '../service/device-api'
import { outlookOf, rates, refusesKey, retryAfterMs } from '../service/fault-policy'
import { createTokenBucket } from '../base/token-bucket'

/** The jobs of a phone that is watched are read this often, and less often where all readings together would be too many. */
export const watchEveryMs = 15_000
/** A phone on which a job is known to be pending is read this often. */
export const followEveryMs = 5000
/** What was read longer ago than this is not known any more. */
export const freshMs = 60_000
/** When a phone's jobs, or anybody's, could not be read this often in a row, no phone waits for it any longer. */
const givesUpAfter = 3
// Who waits for a picture does not wait for a service that does not answer.
const answersWithinMs = 5000
const waitsAtMostMs = 30_000
const atOnce = 4
const perSecond = rates.jobReads.perSecond * rates.share

/** What is known of one phone's jobs. */
export interface KnownJobs {
  /** As they were last read, in the service's order; null before the first. */
  jobs: readonly AutomationJob[] | null
  /** Whether that is new enough to go by. */
  isFresh: boolean
  /** Whether they cannot be read, for a reason that stays or has stayed too long. */
  isHopeless: boolean
  /** Why the last reading failed; null when it did not. */
  fault: Fault | null
}

/** Whose jobs are to be read. */
export interface JobInterest {
  /** Waited for, in this order: each is read once, until it is fresh. */
  waitedFor: readonly string[]
  /** Read again and again, in case a job comes. */
  watched: readonly string[]
  /** Read again and again, until a job has ended. */
  followed: readonly string[]
}

/**
 * Reads the jobs of phones (spec 4.12) below the account's limit of reads, those first that somebody waits for. Reading
 * them does not reach the phones.
 */
export interface JobReader {
  known(publicId: string): KnownJobs
  /** Replaces the interest there was before. */
  follow(interest: JobInterest): void
  /** Reads a phone's jobs, before all that is only followed. @throws FaultError */
  read(publicId: string): Promise<readonly AutomationJob[]>
  /** A job that is known without reading: its launch was answered. */
  add(publicId: string, job: AutomationJob): void
  /** The key may be used again: what failed says nothing any more, and no phone waits for another try. */
  startAnew(): void
  /** The phone has left the fleet. */
  forget(publicId: string): void
  close(): void
}

export interface JobReaderOptions {
  clock: Clock
  random: () => number
  api: Pick<AutomationApi, 'jobsOf'>
  /** Something else is known of this phone than before. */
  onChange: (publicId: string) => void
}

interface Entry {
  jobs: readonly AutomationJob[] | null
  /** Those that the reading under way may have been too early for. */
  added: readonly AutomationJob[]
  /** Monotonic ms; null before the first. */
  readAt: number | null
  fault: Fault | null
  failures: number
  /** Not to be read before, in monotonic ms. */
  notBefore: number
  backoff: Backoff
  isUnderWay: boolean
  waiting: { resolve: (jobs: readonly AutomationJob[]) => void; reject: (error: FaultError) => void }[]
}

interface Due {
  publicId: string
  entry: Entry
  /** Monotonic ms. */
  at: number
}

const isTooMany = (fault: Fault) => fault.kind === 'problem' && fault.code === 'rate_limited'

const hostFaults: readonly string[] = ['host-unknown', 'no-network', 'connection-refused', 'tls']
const isOutOfReach = (fault: Fault) => fault.kind === 'network' && hostFaults.includes(fault.reason)

/** Whether nothing else could be asked either: it does not say that jobs cannot be read. */
const isOfAllCalls = (fault: Fault) => isTooMany(fault) || refusesKey(fault) || isOutOfReach(fault)

const cancelled: Fault = { kind: 'cancelled' }

export function createJobReader({ clock, random, api, onChange }: JobReaderOptions): JobReader {
  const bucket = createTokenBucket(clock, perSecond, rates.jobReads.burst * rates.share)
  const entries = new Map<string, Entry>()
  let interest: JobInterest = { waitedFor: [], watched: [], followed: [] }
  let underWay = 0
  let failuresInARow = 0
  // The service owes an answer for longer than anybody waits.
  let isSilent = false
  // The service has asked to wait: until when, and with which fault.
  let heldUntil = -Infinity
  let heldBy: Fault | null = null
  let cancelPump: CancelTimer = () => undefined
  let closed = false

  const entryOf = (publicId: string): Entry => {
    const known = entries.get(publicId)
    if (known) return known
    const backoff = createBackoff(clock, random)
    const entry: Entry = {
      jobs: null,
      added: [],
      readAt: null,
      fault: null,
      failures: 0,
      notBefore: -Infinity,
      backoff,
      isUnderWay: false,
      waiting: [],
    }
    entries.set(publicId, entry)
    return entry
  }
  const isFresh = ({ readAt }: Entry) => readAt !== null && clock.monotonic() - readAt < freshMs
  /** Why nothing is read for longer than anybody waits; null when something is. */
  const heldForLong = () => (heldUntil - clock.monotonic() > waitsAtMostMs ? heldBy : null)
  const isHopeless = ({ fault, failures }: Entry) => {
    if (isSilent || failuresInARow >= givesUpAfter || heldForLong()) return true
    if (!fault || isOfAllCalls(fault)) return false
    return failures >= givesUpAfter || outlookOf(fault) !== 'passes'
  }

  const knownOf = (entry: Entry): KnownJobs => {
    const { jobs, fault } = entry
    return { jobs, fault, isFresh: isFresh(entry), isHopeless: isHopeless(entry) }
  }

  const refuse = ({ waiting }: Entry, fault: Fault) => {
    for (const { reject } of waiting.splice(0)) reject(new FaultError(fault))
  }

  /** How much less often all are read than they should be: half of what may be read is left for those that are waited for. */
  const slowness = () => {
    const { watched, followed } = interest
    const wished = watched.length / (watchEveryMs / 1000) + followed.length / (followEveryMs / 1000)
    return Math.max(1, wished / (perSecond / 2))
  }

  /** Who is to be read next, and when; null when nobody is. */
  const mostDue = (): Due | null => {
    for (const [publicId, entry] of entries) {
      if (!entry.isUnderWay && entry.waiting.length > 0) return { publicId, entry, at: -Infinity }
    }
    const dueAt = (publicId: string, at: number): Due => {
      const entry = entryOf(publicId)
      return { publicId, entry, at: Math.max(at, entry.notBefore) }
    }
    const waitedFor = interest.waitedFor
      .map((publicId) => dueAt(publicId, -Infinity))
      .filter(({ entry }) => !isFresh(entry))
    const slower = slowness()
    const every = (publicIds: readonly string[], ms: number) =>
      publicIds.map((publicId) => dueAt(publicId, (entryOf(publicId).readAt ?? -Infinity) + ms * slower))
    const { watched, followed } = interest
    return [...waitedFor, ...every(followed, followEveryMs), ...every(watched, watchEveryMs)]
      .filter(({ entry }) => !entry.isUnderWay)
      .reduce<Due | null>((first, next) => (!first || next.at < first.at ? next : first), null)
  }

  const pump = () => {
    cancelPump()
    if (closed) return
    while (underWay < atOnce) {
      const next = mostDue()
      if (!next) return
      const waitMs = Math.max(next.at, heldUntil) - clock.monotonic()
      if (waitMs > 0) {
        cancelPump = clock.after(waitMs, pump)
        return
      }
      if (!bucket.take()) {
        cancelPump = clock.after(bucket.waitMs(), pump)
        return
      }
      void readOne(next.publicId, next.entry)
    }
  }

  const readOne = async (publicId: string, entry: Entry) => {
    underWay += 1
    entry.isUnderWay = true
    entry.added = []
    const waiting = entry.waiting.splice(0)
    const cancelPatience = clock.after(answersWithinMs, () => {
      isSilent = true
      onChange(publicId)
    })
    let isNews = true
    try {
      const read = await api.jobsOf(publicId, { once: true })
      const before = knownOf(entry)
      const jobs = succeed(entry, read)
      isNews = !isDeepStrictEqual(before, knownOf(entry))
      for (const { resolve } of waiting) resolve(jobs)
    } catch (thrown) {
      const fault = faultOf(thrown)
      fail(entry, fault)
      for (const { reject } of waiting) reject(new FaultError(fault))
    }
    cancelPatience()
    underWay -= 1
    entry.isUnderWay = false
    if (closed) return
    if (isNews && entries.get(publicId) === entry) onChange(publicId)
    pump()
  }

  /** @returns the phone's jobs */
  const succeed = (entry: Entry, read: readonly AutomationJob[]) => {
    const added = entry.added.filter((job) => !read.some(({ id }) => id === job.id))
    const jobs = [...added, ...read]
    entry.jobs = jobs
    entry.readAt = clock.monotonic()
    entry.fault = null
    const isBack = ({ fault }: Entry) =>
      fault !== null && (isOutOfReach(fault) || (failuresInARow >= givesUpAfter && fault.kind === 'network'))
    for (const each of entries.values()) if (isBack(each)) each.notBefore = -Infinity
    entry.failures = failuresInARow = 0
    entry.notBefore = -Infinity
    entry.backoff.reset()
    isSilent = false
    return jobs
  }

  const fail = (entry: Entry, fault: Fault) => {
    const waitMs = retryAfterMs(fault) + entry.backoff.nextMs()
    const now = clock.monotonic()
    entry.fault = fault
    if (isOfAllCalls(fault)) {
      entry.failures = failuresInARow = 0
      isSilent = false
    } else {
      entry.failures += 1
      failuresInARow += 1
    }
    // Where nobody is answered, whoever is read first finds out that it is over.
    const isCut = fault.kind === 'network' && failuresInARow >= givesUpAfter
    entry.notBefore = now + (isHopeless(entry) && !isCut ? Math.max(waitMs, freshMs) : waitMs)
    if (!isTooMany(fault)) return
    heldUntil = Math.max(heldUntil, now + waitMs)
    heldBy = fault
    if (heldForLong()) for (const each of entries.values()) refuse(each, fault)
  }

  return {
    known: (publicId) => knownOf(entryOf(publicId)),
    follow(next) {
      interest = next
      pump()
    },
    read(publicId) {
      return new Promise((resolve, reject) => {
        const fault = closed ? cancelled : heldForLong()
        if (fault) {
          reject(new FaultError(fault))
          return
        }
        entryOf(publicId).waiting.push({ resolve, reject })
        pump()
      })
    },
    add(publicId, job) {
      const entry = entryOf(publicId)
      entry.added = [job, ...entry.added]
      entry.jobs = [job, ...(entry.jobs ?? []).filter(({ id }) => id !== job.id)]
      onChange(publicId)
    },
    startAnew() {
      failuresInARow = 0
      for (const entry of entries.values()) {
        entry.failures = 0
        entry.notBefore = -Infinity
        entry.backoff.reset()
      }
      pump()
    },
    forget(publicId) {
      const entry = entries.get(publicId)
      entries.delete(publicId)
      if (entry) refuse(entry, cancelled)
    },
    close() {
      closed = true
      cancelPump()
      for (const entry of entries.values()) refuse(entry, cancelled)
    },
  }
}
