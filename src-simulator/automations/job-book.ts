import vocabulary from '../../resources/vocabulary.json'
import type { AutomationKind, JobResult, JobStatus } from '../api/answers'
import { jobStatus } from '../api/answers'
import { Problem } from '../http/problem'
import type { Phone } from '../world/phone'
import { Random } from '../random'
import type { Clock } from '../world/clock'
import type { SocketRegistry } from '../sockets/registry'
import type { Config, Limits } from '../config'
import { accountsOf, resultOf } from './results'

/** What becomes of a job that was interrupted too often; the spec does not show it. */
const ABANDONED = jobStatus.parse(vocabulary.abandonedJob)

const OVERHEAD_S = 120
const MOST_INTERRUPTIONS = 3

/** How long a queued job waits for a phone that is unreachable before it expires, and how often it looks. */
const EXPIRES_MS = 15 * 60_000
const LOOK_AGAIN_MS = 30_000

/** An automation on a phone (spec sections 2, 3 and 4.12). */
export interface Job {
  readonly id: string
  readonly kind: AutomationKind
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
   * @param account one of the phone's accounts, when the launch names one
   * @throws Problem `account_not_found`, `automation_pending` or `insufficient_tokens`
   */
  launch(phone: Phone, kind: AutomationKind, account: string | undefined): Job {
    if (account !== undefined && !this.accountsOn(phone).includes(account)) {
      throw new Problem('account_not_found', 'There is no such account on this device')
    }
    if (this.pending.has(phone.publicId)) {
      throw new Problem('automation_pending', 'An automation is already pending on this device')
    }
    const cost = kind === 'warm_up' ? this.sessionSeconds + OVERHEAD_S : 0
    if (cost > this.balance - this.putBy()) {
      throw new Problem('insufficient_tokens', `A warm-up needs ${cost} automation tokens`)
    }
    const job: Job = {
      id: `job_${new Random(this.world.config.seed, 'job', this.jobs.size).letters(12)}`,
      kind,
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

  /** A job as responses show it; the names of its fields are the vocabulary's. */
  show(job: Job): Record<string, unknown> {
    const names = vocabulary.automationJob
    return {
      [names.id]: job.id,
      [names.kind]: job.kind,
      [names.status]: job.status,
      [names.result]: job.result,
      [names.device]: job.phone.publicId,
      [names.createdAt]: job.createdAt,
    }
  }

  private get sessionSeconds(): number {
    return Math.ceil(this.world.limits.automations.run_ms / 1000)
  }

  private accountsOn(phone: Phone): string[] {
    return accountsOf(new Random(this.world.config.seed, 'accounts', phone.publicId))
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
    const { clock, sockets, limits } = this.world
    if (!job.phone.condition.reachable) {
      if (clock.now() - job.waitingSince >= EXPIRES_MS) this.finish(job, 'expired')
      else this.later(job, LOOK_AGAIN_MS, () => this.dispatch(job))
      return
    }
    job.status = 'dispatched'
    this.later(job, limits.automations.run_ms, () => this.complete(job))
    // A phone that is being watched or driven is not left alone.
    if (sockets.isOpen(job.phone.publicId)) this.interrupt(job.phone.publicId)
  }

  private complete(job: Job): void {
    const { condition } = job.phone
    if (!condition.reachable || condition.rejects) this.finish(job, 'failed')
    else if (condition.blocked) this.finish(job, 'needs_review')
    else {
      const random = new Random(this.world.config.seed, 'result', job.id)
      job.result = resultOf(job.kind, this.accountsOn(job.phone), this.sessionSeconds, random)
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
