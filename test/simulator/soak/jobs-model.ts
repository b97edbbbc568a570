import { expect } from 'vitest'
import { MINUTE_MS } from '../service'
import type { TestService } from '../service'
import type { Condition } from './steps'
import { CONFIG, RUN_MS, SLACK_MS, WARM_UP_TOKENS } from './steps'

const FINAL = ['completed', 'failed', 'needs_review', 'expired']
/** The states that each state can reach in any number of steps (spec section 3). */
const AFTER: Record<string, string[]> = {
  queued: ['queued', 'dispatched', ...FINAL],
  dispatched: ['queued', 'dispatched', ...FINAL],
  ...Object.fromEntries(FINAL.map((status) => [status, [status]])),
}

interface Job {
  phone: string
  kind: string
  status: string
  /** Observed postponements, and possible interruptions. */
  seen: number
  possible: number
  wasUnreachable: boolean
  dispatchedAfter: number
  /** When it was last postponed; `alone` while nothing has delayed the retry. */
  putOff: { from: number; to: number; alone: boolean } | undefined
}

/** The effect of one step on a phone's job. */
export interface Effect {
  phone?: string
  reached?: 'yes' | 'no' | 'maybe'
}

/** The state of a phone between two looks at its jobs. */
export interface Circumstances {
  before: number
  effect: Effect
  /** Its condition before, and now. */
  states: Condition[]
  /** Whether it had an open socket. */
  watched: boolean
}

/** A model of jobs and their tokens (spec 3 and 4.12). */
export class JobsModel {
  private readonly jobs = new Map<string, Job>()
  private tokens = CONFIG.automations.tokens

  constructor(
    private readonly service: TestService,
    private readonly now: () => number,
  ) {}

  get running(): Job | undefined {
    return [...this.jobs.values()].find(({ status }) => status === 'dispatched')
  }

  get pending(): Job[] {
    return [...this.jobs.values()].filter(({ status }) => !FINAL.includes(status))
  }

  /** Sets the account's tokens. */
  topUp(tokens: number): void {
    this.tokens = tokens
  }

  canPay(kind: string): boolean {
    const putBy = this.pending.filter((job) => job.kind === 'warm_up').length * WARM_UP_TOKENS
    return kind !== 'warm_up' || WARM_UP_TOKENS <= this.tokens - putBy
  }

  launched(phone: string, kind: string, { id, status }: { id: string; status: string }): void {
    expect(status).toBe('queued')
    this.jobs.set(id, {
      phone,
      kind,
      status,
      seen: 0,
      possible: 0,
      wasUnreachable: false,
      dispatchedAfter: this.now(),
      putOff: undefined,
    })
  }

  /** Checks that a phone's jobs are in allowed states. */
  async check(id: string, circumstances: Circumstances): Promise<void> {
    const { json } = await this.service.call('GET', `/devices/${id}/automations`)
    const shown = json as { id: string; status: string; result: unknown }[]
    expect(shown.filter(({ status }) => !FINAL.includes(status)).length).toBeLessThanOrEqual(1)
    for (const { id: jobId, status, result } of shown) {
      const job = this.jobs.get(jobId)
      if (!job) throw new Error(`unknown job ${jobId}`)
      expect(AFTER[job.status]).toContain(status)
      expect(result !== null).toBe(status === 'completed')
      if (!FINAL.includes(job.status)) this.follow(job, status, circumstances)
    }
  }

  /** Checks one job that was pending. */
  private follow(job: Job, status: string, { before, effect, states, watched }: Circumstances): void {
    const reached = (effect.phone === job.phone && effect.reached) || 'no'
    if (states.some(({ reachable }) => !reachable)) job.wasUnreachable = true
    if (watched) job.possible = Infinity
    else if (reached !== 'no') job.possible += 1
    const wasRunning = job.status === 'dispatched'
    if (wasRunning && !watched) {
      if (reached === 'yes') expect(status).not.toBe('dispatched')
      if (reached === 'no') expect(status).not.toBe('queued')
    }
    if (watched) expect(status).not.toBe('dispatched')
    if (wasRunning && status === 'queued') job.seen += 1
    expect(job.seen).toBeLessThan(3)

    if (job.putOff && watched) job.putOff.alone = false
    if (job.putOff && states.some(({ reachable }) => !reachable)) job.putOff.alone = false
    if (job.putOff?.alone && !wasRunning) {
      if (status === 'queued') expect(this.now()).toBeLessThan(job.putOff.to + 7 * MINUTE_MS + SLACK_MS)
      else expect(this.now()).toBeGreaterThan(job.putOff.from + 5 * MINUTE_MS - SLACK_MS)
    }
    if (wasRunning && status === 'queued') job.putOff = { from: before, to: this.now(), alone: !watched }
    if (!wasRunning && status === 'dispatched') job.dispatchedAfter = before

    if (status === 'completed' && job.kind === 'warm_up') this.tokens -= WARM_UP_TOKENS
    if (status === 'completed') expect(this.now()).toBeGreaterThan(job.dispatchedAfter + RUN_MS - SLACK_MS)
    if (status === 'failed') {
      const lost = states.some(({ reachable, rejects }) => !reachable || rejects)
      expect(lost || job.possible >= 3).toBe(true)
    }
    if (status === 'needs_review') expect(states.some(({ blocked }) => blocked)).toBe(true)
    if (status === 'expired') expect(job.wasUnreachable).toBe(true)
    job.status = status
  }
}
