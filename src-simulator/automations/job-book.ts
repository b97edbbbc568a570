import vocabulary from '../../resources/vocabulary.json'
import type { AutomationKind, JobResult, JobStatus } from '../api/answers'
import { jobStatus } from '../api/answers'
import { Problem } from '../http/problem'
import type { Phone } from '../world/phone'
import { Random } from '../random'
import type { Clock } from '../world/clock'
import type { SocketRegistry } from '../sockets/registry'
import type { Config, Limits } from '../config'
import { resultOf } from './results'

/** What becomes of a job that was interrupted too often; the spec does not show it. */
const ABANDONED = jobStatus.parse(vocabulary.abandonedJob)

const OVERHEAD_S = 120
const MOST_INTERRUPTIONS = 3

/** How long a queued job waits for a phone that is unreachable before it expires, and how often it looks. */
const EXPIRES_MS = 15 * 60_000
const LOOK_AGAIN_MS = 30_000

/** What is asked of a launch. */
export interface Launch {
  kind: AutomationKind
  /** One of the phone's accounts. */
  account: string | undefined
  /** A warm-up's length; as the limits say when left out. */
  seconds: number | undefined
  /** What else was sent, which the job's record repeats. */
  more: Record<string, unknown>
}

/** An automation on a phone (spec sections 2, 3 and 4.12). */
export interface Job {
  readonly id: string
  readonly launch: Launch
  readonly phone: Phone
  readonly createdAt: string
  /** Automation tokens put by for it, paid when it completes. */
  readonly cost: number
  status: JobStatus
  result: JobResult | null
  interruptions: number
  waitingSince: number
  cancel: () => void
}

/** Names what jobs need of the world, which owns them. */
interface Surroundings {
  readonly config: Pick<Config, 'seed'>
  readonly limits: Pick<Limits, 'automations'>
  readonly clock: Clock
  readonly sockets: Pick<SocketRegistry, 'isOpen'>
}

/** Every automation of the account. */
export class JobBook {
  /** Automation tokens that the account has left. */
  private balance: number
  private readonly jobs = new Map<string, Job>()
  /** The job of each phone that has not come to its end. */
  private readonly pending = new Map<string, Job>()

  constructor(private readonly world: Surroundings) {
    this.balance = world.limits.automations.tokens
  }

  /** The balance is what the limits say now. */
  refill(): void {
    this.balance = this.world.limits.automations.tokens
  }

  /** @returns undefined when there is no such job */
  find(id: string): Job | undefined {
    return this.jobs.get(id)
  }

  /** A phone's jobs, newest first. */
  of(publicId: string): Job[] {
    return [...this.jobs.values()].filter((job) => job.phone.publicId === publicId).reverse()
  }

  /**
   * Queues an automation.
   * @throws Problem `account_not_found`, `automation_pending` or `insufficient_tokens`
   */
  launch(phone: Phone, launch: Launch): Job {
    const { kind, account } = launch
    if (account !== undefined && !phone.record.accounts.includes(account)) {
      throw new Problem('account_not_found', 'There is no such account on this device')
    }
    if (this.pending.has(phone.publicId)) {
      throw new Problem('automation_pending', 'An automation is already pending on this device')
    }
    if (account !== undefined && [...this.pending.values()].some((job) => job.launch.account === account)) {
      throw new Problem('automation_pending', 'An automation is already pending on this account')
    }
    const cost = kind === 'warm_up' ? this.sessionSeconds(launch) + OVERHEAD_S : 0
    if (cost > this.balance - this.putBy()) {
      throw new Problem('insufficient_tokens', `A warm-up needs ${cost} automation tokens`)
    }
    const job: Job = {
      id: `job_${new Random(this.world.config.seed, 'job', this.jobs.size).letters(12)}`,
      launch,
      phone,
      createdAt: this.world.clock.iso(),
      cost,
      status: 'queued',
      result: null,
      interruptions: 0,
      waitingSince: this.world.clock.now(),
      cancel: () => undefined,
    }
    this.jobs.set(job.id, job)
    this.pending.set(phone.publicId, job)
    this.later(job, this.world.limits.automations.dispatch_ms, () => this.dispatch(job))
    return job
  }

  /** A request has reached the phone: a running job is put off, and abandoned after three times (section 3). */
  interrupt(publicId: string): void {
    const job = this.pending.get(publicId)
    if (job?.status !== 'dispatched') return
    job.interruptions += 1
    if (job.interruptions >= MOST_INTERRUPTIONS) {
      this.finish(job, ABANDONED)
      return
    }
    job.status = 'queued'
    const retryMs = this.retryMs(job)
    job.waitingSince = this.world.clock.now() + retryMs
    this.later(job, retryMs, () => this.dispatch(job))
  }

  /** A phone has left the account: what was pending on it fails. */
  abandon(publicId: string): void {
    const job = this.pending.get(publicId)
    if (job) this.finish(job, 'failed')
  }

  /** A job as responses show it; the names of its fields are the vocabulary's. */
  show(job: Job): Record<string, unknown> {
    const names = vocabulary.automationJob
    return {
      ...job.launch.more,
      [names.id]: job.id,
      [names.kind]: job.launch.kind,
      [names.status]: job.status,
      [names.result]: job.result,
      [names.device]: job.phone.publicId,
      [names.createdAt]: job.createdAt,
    }
  }

  private runMs({ kind, seconds }: Launch): number {
    return kind === 'warm_up' && seconds !== undefined ? seconds * 1000 : this.world.limits.automations.run_ms
  }

  private sessionSeconds(launch: Launch): number {
    return Math.ceil(this.runMs(launch) / 1000)
  }

  private putBy(): number {
    let sum = 0
    for (const job of this.pending.values()) sum += job.cost
    return sum
  }

  private retryMs(job: Job): number {
    const { retry_ms: retry } = this.world.limits.automations
    if (typeof retry === 'number') return retry
    const share = new Random(this.world.config.seed, job.id, job.interruptions).next()
    return retry[0] + (retry[1] - retry[0]) * share
  }

  private later(job: Job, delayMs: number, run: () => void): void {
    job.cancel()
    job.cancel = this.world.clock.schedule(delayMs, run)
  }

  private dispatch(job: Job): void {
    const { clock, sockets } = this.world
    if (!job.phone.condition.reachable) {
      if (clock.now() - job.waitingSince >= EXPIRES_MS) this.finish(job, 'expired')
      else this.later(job, LOOK_AGAIN_MS, () => this.dispatch(job))
      return
    }
    job.status = 'dispatched'
    this.later(job, this.runMs(job.launch), () => this.complete(job))
    // A phone that is being watched or driven is not left alone.
    if (sockets.isOpen(job.phone.publicId)) this.interrupt(job.phone.publicId)
  }

  private complete(job: Job): void {
    const { condition } = job.phone
    if (!condition.reachable || condition.rejects) this.finish(job, 'failed')
    else if (condition.blocked) this.finish(job, 'needs_review')
    else {
      const random = new Random(this.world.config.seed, 'result', job.id)
      const { accounts } = job.phone.record
      job.result = resultOf(job.launch.kind, accounts, this.sessionSeconds(job.launch), random)
      this.balance = Math.max(0, this.balance - job.cost)
      this.finish(job, 'completed')
    }
  }

  private finish(job: Job, status: JobStatus): void {
    job.cancel()
    job.status = status
    this.pending.delete(job.phone.publicId)
  }
}
