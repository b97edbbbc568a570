import { isDeepStrictEqual } from 'node:util'
import type { AutomationJob } from '../../../src-shared/protocol/automation'
import { faultOf, FaultError, type Fault } from '../../../src-shared/protocol/fault'
import { hasLeftAccount } from '../../../src-shared/protocol/fault-predicates'
import { createBackoff } from '../time/backoff'
import type { CancelTimer } from '../time/clock'
import { createTokenBucket, type TokenBucket } from '../time/token-bucket'
import { isRateLimit, outlookOf, rates, retryAfterMs } from '../service/fault-policy'
import type { Due, JobEntry, JobInterest, JobReaderOptions } from './job-interest'
import { perSecond, ReadOrder } from './read-order'
import { isOfAllCalls, isOutOfReach, isRefusal } from './read-fault'

/** Jobs are known for so long after a read. */
export const freshMs = 60_000
/** After so many failures in a row, of a phone or of all, phones no longer wait for their jobs. */
const givesUpAfter = 3
// A live picture doesn't wait for a service that owes an answer for so long.
const answersWithinMs = 5000
const waitsAtMostMs = 30_000
const atOnce = 4

/** What is known about one phone's jobs. */
export interface KnownJobs {
  /** As last read, in the service's order; null until the first read. */
  jobs: readonly AutomationJob[] | null
  /** Only jobs that were launched or read by their ids are known: the phone's list is not read yet. */
  isPart?: true
  /** Whether they were read recently. */
  isFresh: boolean
  /** Whether they can't be read, for a reason that stays or has lasted too long. */
  isHopeless: boolean
  /** Why the last read failed; null when it succeeded. */
  fault: Fault | null
}

const cancelled: Fault = { kind: 'cancelled' }

/**
 * Reads the jobs of phones (spec 4.12) below the account's limit of reads, first those that are waited for. A read
 * does not reach the phone.
 */
export class JobReader {
  readonly #options: JobReaderOptions
  readonly #bucket: TokenBucket
  readonly #entries = new Map<string, JobEntry>()
  readonly #order: ReadOrder
  #underWay = 0
  #failuresInARow = 0
  /** Whether an answer has been due for longer than phones wait. */
  #isSilent = false
  /** The service asked for no read before, in monotonic ms, and the fault that said so. */
  #heldUntil = -Infinity
  #heldBy: Fault | null = null
  /** Why nothing is read until a person retries. */
  #refusal: Fault | null = null
  #cancelPump: CancelTimer = () => undefined
  #isClosed = false

  constructor(options: JobReaderOptions) {
    this.#options = options
    this.#bucket = createTokenBucket(options.clock, perSecond, rates.jobReads.burst * rates.share)
    this.#order = new ReadOrder({
      entries: this.#entries,
      entryOf: (publicId) => this.#entryOf(publicId),
      isFresh: (entry) => this.#isFresh(entry),
    })
  }

  known(publicId: string): KnownJobs {
    return this.#knownOf(this.#entryOf(publicId))
  }

  /** Returns a phone's jobs that the service no longer had when they were read by their ids; as last known. */
  gone(publicId: string): readonly AutomationJob[] {
    return this.#entryOf(publicId).gone
  }

  /** Replaces the interest. */
  follow(interest: JobInterest): void {
    this.#order.follow(interest)
    this.#pump()
  }

  /** Reads a phone's jobs before the phones of the interest. @throws FaultError */
  read(publicId: string): Promise<readonly AutomationJob[]> {
    return new Promise((resolve, reject) => {
      const fault = this.#isClosed ? cancelled : (this.#refusal ?? this.#heldForLong())
      if (fault) {
        reject(new FaultError(fault))
        return
      }
      this.#entryOf(publicId).callers.push({ resolve, reject })
      this.#pump()
    })
  }

  /** Adds a job that a launch returned. */
  add(publicId: string, job: AutomationJob): void {
    const entry = this.#entryOf(publicId)
    entry.added = [job, ...entry.added]
    entry.jobs = [job, ...(entry.jobs ?? []).filter(({ id }) => id !== job.id)]
    this.#options.onChange(publicId)
  }

  /** Forgets all failures and reads at once: the key may be used again. */
  retryNow(): void {
    this.#refusal = null
    this.#failuresInARow = 0
    for (const entry of this.#entries.values()) {
      entry.failures = 0
      entry.notBefore = -Infinity
      entry.backoff.reset()
    }
    this.#pump()
  }

  /** Reads once more what the key may not read: a person retries. */
  askAgain(): void {
    if (this.#refusal) this.retryNow()
  }

  /** Forgets a phone that has left the fleet. */
  forget(publicId: string): void {
    this.#reject(this.#entryOf(publicId), cancelled)
    this.#entries.delete(publicId)
  }

  close(): void {
    this.#isClosed = true
    this.#cancelPump()
    for (const entry of this.#entries.values()) this.#reject(entry, cancelled)
  }

  #entryOf(publicId: string): JobEntry {
    const known = this.#entries.get(publicId)
    if (known) return known
    const { clock, random } = this.#options
    const entry: JobEntry = {
      jobs: null,
      added: [],
      gone: [],
      isListed: false,
      readAt: null,
      followedAt: -Infinity,
      fault: null,
      failures: 0,
      notBefore: -Infinity,
      backoff: createBackoff(clock, random),
      isUnderWay: false,
      callers: [],
    }
    this.#entries.set(publicId, entry)
    return entry
  }

  #knownOf(entry: JobEntry): KnownJobs {
    const { jobs, fault } = entry
    const known = { jobs, fault, isFresh: this.#isFresh(entry), isHopeless: this.#isHopeless(entry) }
    return jobs && !entry.isListed ? { ...known, isPart: true } : known
  }

  #isFresh({ readAt }: JobEntry): boolean {
    return readAt !== null && this.#options.clock.monotonic() - readAt < freshMs
  }

  #isHopeless({ fault, failures }: JobEntry): boolean {
    if (this.#refusal || this.#isSilent || this.#failuresInARow >= givesUpAfter || this.#heldForLong())
      return true
    if (!fault || isOfAllCalls(fault)) return false
    return failures >= givesUpAfter || outlookOf(fault) !== 'passes'
  }

  /** Returns the fault that holds all reads for longer than phones wait; null when none does. */
  #heldForLong(): Fault | null {
    return this.#heldUntil - this.#options.clock.monotonic() > waitsAtMostMs ? this.#heldBy : null
  }

  #reject({ callers }: JobEntry, fault: Fault): void {
    for (const { reject } of callers.splice(0)) reject(new FaultError(fault))
  }

  /** Starts every read that may start, and schedules the next look. */
  #pump(): void {
    const { clock } = this.#options
    this.#cancelPump()
    if (this.#isClosed || this.#refusal) return
    while (this.#underWay < atOnce) {
      const next = this.#order.next()
      if (!next) return
      const heldMs = Math.max(next.at, this.#heldUntil) - clock.monotonic()
      if (heldMs > 0 || !this.#bucket.take()) {
        const waitMs = heldMs > 0 ? heldMs : this.#bucket.waitMs()
        this.#cancelPump = clock.after(waitMs, () => this.#pump())
        return
      }
      void this.#readOne(next)
    }
  }

  async #readOne({ publicId, entry, isList = false }: Due): Promise<void> {
    const { clock, onChange } = this.#options
    const followed = isList ? null : this.#order.byId(publicId)
    this.#underWay += 1
    entry.isUnderWay = true
    entry.added = []
    const callers = entry.callers.splice(0)
    const cancelSilence = clock.after(answersWithinMs, () => {
      this.#isSilent = true
      onChange(publicId)
    })
    let hasChanged = true
    try {
      const take = await (followed ? this.#askForJob(entry, followed) : this.#askForList(publicId, entry))
      const before = this.#seenOf(entry)
      take()
      this.#succeed(entry)
      hasChanged = !isDeepStrictEqual(before, this.#seenOf(entry))
      for (const { resolve } of callers) resolve(entry.jobs ?? [])
    } catch (thrown) {
      const fault = faultOf(thrown)
      this.#fail(entry, fault)
      for (const { reject } of callers) reject(new FaultError(fault))
    }
    cancelSilence()
    this.#underWay -= 1
    entry.isUnderWay = false
    if (this.#isClosed) return
    if (hasChanged && this.#entries.get(publicId) === entry) onChange(publicId)
    this.#pump()
  }

  /** @returns takes the answer */
  async #askForList(publicId: string, entry: JobEntry): Promise<() => void> {
    const { api, clock } = this.#options
    const read = await api.jobsOf(publicId, { once: true })
    return () => {
      const listed = new Set(read.map(({ id }) => id))
      const own = [...entry.added, this.#order.byId(publicId)].map((job) => job?.id)
      const missed = (entry.jobs ?? []).filter(({ id }) => !listed.has(id) && own.includes(id))
      entry.jobs = [...missed, ...read]
      entry.isListed = true
      entry.readAt = clock.monotonic()
    }
  }

  /** As `#askForList`. A job that can't be read by its id, though lists can, is read with its list from then on. */
  async #askForJob(entry: JobEntry, job: AutomationJob): Promise<() => void> {
    const { api, clock } = this.#options
    const put = (next: readonly AutomationJob[]) => {
      entry.jobs = [...next, ...(entry.jobs ?? []).filter(({ id }) => id !== job.id)]
    }
    try {
      const read = await api.job(job.id, { once: true })
      return () => {
        put([read])
        entry.followedAt = clock.monotonic()
      }
    } catch (thrown) {
      const fault = faultOf(thrown)
      if (isOfAllCalls(fault) || isRefusal(fault) || fault.kind === 'network') throw thrown
      return () => {
        this.#order.readInList(job.id)
        if (fault.kind !== 'problem' || fault.code !== 'job_not_found') return
        put([])
        entry.gone = [job, ...entry.gone]
        // Only a list tells whether another job is pending.
        entry.readAt = null
      }
    }
  }

  #seenOf(entry: JobEntry) {
    return { known: this.#knownOf(entry), gone: entry.gone }
  }

  #succeed(entry: JobEntry): void {
    entry.fault = null
    const wasOut = this.#failuresInARow >= givesUpAfter
    for (const each of this.#entries.values()) {
      const { fault } = each
      if (fault && (isOutOfReach(fault) || (wasOut && fault.kind === 'network'))) each.notBefore = -Infinity
    }
    entry.failures = this.#failuresInARow = 0
    entry.notBefore = -Infinity
    entry.backoff.reset()
    this.#isSilent = false
  }

  #fail(entry: JobEntry, fault: Fault): void {
    const waitMs = retryAfterMs(fault) + entry.backoff.nextMs()
    const now = this.#options.clock.monotonic()
    entry.fault = fault
    // Its jobs have left with it.
    if (hasLeftAccount(fault)) entry.jobs = entry.readAt = null
    if (isOfAllCalls(fault)) {
      entry.failures = this.#failuresInARow = 0
      this.#isSilent = false
    } else {
      entry.failures += 1
      this.#failuresInARow += 1
    }
    // During an outage the next read probes whether it is over.
    const isOutage = fault.kind === 'network' && this.#failuresInARow >= givesUpAfter
    entry.notBefore = now + (this.#isHopeless(entry) && !isOutage ? Math.max(waitMs, freshMs) : waitMs)
    if (isRefusal(fault)) {
      this.#refusal = fault
      for (const each of this.#entries.values()) this.#reject(each, fault)
    }
    if (!isRateLimit(fault)) return
    this.#heldUntil = Math.max(this.#heldUntil, now + waitMs)
    this.#heldBy = fault
    if (this.#heldForLong()) for (const each of this.#entries.values()) this.#reject(each, fault)
  }
}
