import type { AutomationJob } from '../../../src-shared/protocol/automation'
import { rates } from '../service/fault-policy'
import type { Due, JobEntry, JobInterest } from './job-interest'

/** The interval of reads of a watched phone; longer when all reads together would exceed the rate. */
export const watchEveryMs = 15_000
/** The interval of reads of a phone with a pending job. */
export const followEveryMs = 5000
/** The reads of jobs a second. */
export const perSecond = rates.jobReads.perSecond * rates.share

export interface ReadOrderOptions {
  /** In the order in which they became known. */
  entries: ReadonlyMap<string, JobEntry>
  entryOf: (publicId: string) => JobEntry
  isFresh: (entry: JobEntry) => boolean
}

/** Whose jobs are read next, and whether as a list or by the id of one job. */
export class ReadOrder {
  readonly #options: ReadOrderOptions
  #interest: JobInterest = { waitedFor: [], watched: [], followed: [] }
  /** The ids of jobs that are not read by them. */
  readonly #listOnly = new Set<string>()

  constructor(options: ReadOrderOptions) {
    this.#options = options
  }

  /** Replaces the interest. */
  follow(interest: JobInterest): void {
    this.#interest = interest
  }

  /** Returns the job that is read by its id in place of the phone's list; null for the list. */
  byId(publicId: string): AutomationJob | null {
    const job = this.#interest.byId?.get(publicId)
    return job && !this.#listOnly.has(job.id) ? job : null
  }

  /** A job can't be read by its id, though lists can: it is read with its list from now on. */
  readInList(jobId: string): void {
    this.#listOnly.add(jobId)
  }

  /** Returns the phone to be read next, and when: those that callers wait for first; null when there is none. */
  next(): Due | null {
    const { entries, isFresh } = this.#options
    for (const [publicId, entry] of entries) {
      if (!entry.isUnderWay && entry.callers.length > 0)
        return { publicId, entry, at: -Infinity, isList: true }
    }
    const { waitedFor, watched, followed } = this.#interest
    const awaited = waitedFor
      .map((publicId) => this.#due(publicId, -Infinity))
      .filter(({ entry }) => !isFresh(entry))
      .map((due) => ({ ...due, isList: true }))
    return [...awaited, ...this.#every(followed, followEveryMs), ...this.#every(watched, watchEveryMs)]
      .filter(({ entry }) => !entry.isUnderWay)
      .reduce<Due | null>((first, next) => (!first || next.at < first.at ? next : first), null)
  }

  #due(publicId: string, at: number): Due {
    const entry = this.#options.entryOf(publicId)
    return { publicId, entry, at: Math.max(at, entry.notBefore) }
  }

  #every(publicIds: readonly string[], ms: number): Due[] {
    const slowness = this.#slowness()
    return publicIds.map((publicId) => this.#due(publicId, this.#lastRead(publicId) + ms * slowness))
  }

  #lastRead(publicId: string): number {
    const { readAt, followedAt } = this.#options.entryOf(publicId)
    return Math.max(readAt ?? -Infinity, this.byId(publicId) ? followedAt : -Infinity)
  }

  /** Returns the factor by which intervals grow, so that half of the rate stays free for phones that wait. */
  #slowness(): number {
    const { watched, followed } = this.#interest
    const wanted = watched.length / (watchEveryMs / 1000) + followed.length / (followEveryMs / 1000)
    return Math.max(1, wanted / (perSecond / 2))
  }
}
