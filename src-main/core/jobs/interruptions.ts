import { knownEnds, type AutomationJob, type AutomationNames } from '../../../src-shared/protocol/automation'
import type { AutomationApi } from '../service/device-api'

// The service abandons a job after so many interruptions, and tries it again 5 minutes after one at the earliest (spec 3).
const mostTimes = 3
const retryMs = 5 * 60_000
// The app leaves the phone a little earlier than that.
const leaveMs = retryMs - 30_000
// The service may show an interruption late.
const shownWithinMs = 10_000
const keptMs = 24 * 3_600_000

/** A person's choice to interrupt a job, in the service's ms. Until `endsAt` it can interrupt the job once. */
export interface Interruption {
  /** How often the job is interrupted, with this choice. */
  times: number
  /** When the app leaves the phone, before the service may try the job again. */
  endsAt: number
  /** The job waited, so it may start before `endsAt`, and is interrupted then. */
  isOfWaiting: boolean
  /** When the choice was over; null while it is in force. */
  endedAt: number | null
  /** What was known before it. */
  before: Omit<Interruption, 'before'> | null
}

/** What a job's interruptions mean now, in the service's ms. */
export interface Standing {
  times: number
  /** Which interruption the next choice would be. */
  next: number
  /** When the service may try the job again, and until when a choice interrupts nothing; null: it may start at any moment. */
  retryAt: number | null
}

/** Until when a choice cannot have been followed by the service's retry. */
const retryAtOf = ({ endsAt }: Pick<Interruption, 'endsAt'>) => endsAt + retryMs - leaveMs

/** How often people interrupted the jobs of one service, by the jobs' ids. Times are by the service's clock, in ms. */
export class Interruptions {
  readonly #byJob: Map<string, Interruption>
  readonly #onChange: () => void

  /** @param onChange they have to be kept again */
  constructor(known: Iterable<[string, Interruption]> = [], onChange: () => void = () => undefined) {
    this.#byJob = new Map(known)
    this.#onChange = onChange
  }

  get all(): ReadonlyMap<string, Interruption> {
    return this.#byJob
  }

  /** A person chooses to use a phone in spite of its job. */
  choose(job: string, isRunning: boolean, now: number): void {
    for (const [id, { endsAt }] of this.#byJob) if (now > endsAt + keptMs) this.#byJob.delete(id)
    const last = this.#byJob.get(job)
    if (last && this.isOpen(job, now)) this.#put(job, { ...last, endedAt: null })
    else
      this.#put(job, {
        times: nextAfter(last),
        endsAt: now + leaveMs,
        isOfWaiting: !isRunning,
        endedAt: null,
        before: last ?? null,
      })
  }

  /** Whether the last choice can interrupt the job only once by now. A clock that was set back says nothing. */
  isOpen(job: string, now: number): boolean {
    const last = this.#byJob.get(job)
    return last !== undefined && now < last.endsAt && now > last.endsAt - retryMs
  }

  /** The choice is over. */
  end(job: string, now: number): void {
    const last = this.#byJob.get(job)
    if (!last) return
    const { before } = last
    // The job still waited for its retry, so nothing was interrupted.
    if (last.isOfWaiting && before && now < retryAtOf(before)) this.#back(job, last)
    else this.#put(job, { ...last, endedAt: now })
  }

  /**
   * The service said that the job runs. If it had been interrupted by the last choice, it would still wait.
   * @param askedAt when the service was asked
   */
  runs(job: string, askedAt: number, now: number): void {
    const last = this.#byJob.get(job)
    if (!last || last.endedAt === null || askedAt < last.endedAt + shownWithinMs) return
    if (now < retryAtOf(last) && now > last.endsAt - retryMs) this.#back(job, last)
  }

  /** Forgets a job that has ended. */
  forget(job: string): void {
    if (this.#byJob.delete(job)) this.#onChange()
  }

  /** Null for a job that is not known to be interrupted. */
  of(job: string, now: number): Standing | null {
    const last = this.#byJob.get(job)
    if (!last) return null
    const isOpen = this.isOpen(job, now)
    return {
      // A job that is still pending after the choice was not interrupted a last time.
      times: last.endedAt === null ? last.times : Math.min(last.times, mostTimes - 1),
      next: isOpen ? last.times : nextAfter(last),
      retryAt: isOpen && !last.isOfWaiting ? retryAtOf(last) : null,
    }
  }

  #back(job: string, { before }: Interruption): void {
    if (before) this.#put(job, { ...before, before: null })
    else this.forget(job)
  }

  #put(job: string, next: Interruption): void {
    const before = next.before && { ...next.before, before: null }
    // The newest comes last.
    this.#byJob.delete(job)
    this.#byJob.set(job, { ...next, before })
    this.#onChange()
  }
}

/** The service would have abandoned a job that was interrupted more often. */
function nextAfter(last: Interruption | undefined): number {
  return Math.min(last?.times ?? 0, mostTimes - 1) + 1
}

/** Has all that is read of jobs tell of their interruptions too. */
export function learning(
  api: Pick<AutomationApi, 'job' | 'jobsOf'>,
  interruptions: Interruptions,
  names: AutomationNames,
  serviceNow: () => number,
): typeof api {
  const ends = knownEnds(names)
  const learn = ({ id, status }: AutomationJob, askedAt: number) => {
    if (status === 'dispatched') interruptions.runs(id, askedAt, serviceNow())
    else if (ends.includes(status)) interruptions.forget(id)
  }
  return {
    async jobsOf(...params) {
      const askedAt = serviceNow()
      const jobs = await api.jobsOf(...params)
      for (const job of jobs) learn(job, askedAt)
      return jobs
    },
    async job(...params) {
      const askedAt = serviceNow()
      const job = await api.job(...params)
      learn(job, askedAt)
      return job
    },
  }
}
