import type { Limits } from '../config'
import { tooMany } from '../http/problem'
import type { Clock } from '../world/clock'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

export type Budget = 'active_minutes' | 'actions' | 'snapshots' | 'uploads'

/**
 * What the account has used today, and which phones are in use now (spec section 8). Budgets are pooled: the amount for
 * one phone times the number of phones. A phone is in use while it has an open socket or an action under way; a
 * calendar minute with any use of a phone counts as one active minute of that phone.
 */
export class Usage {
  private day = -1
  private used: Record<Budget, number> = { active_minutes: 0, actions: 0, snapshots: 0, uploads: 0 }
  /** How often each phone in use is used now. */
  private readonly holds = new Map<string, number>()
  /** The phones with an open socket, whose minutes run. */
  private readonly open = new Map<string, number>()
  /** The last minute that was counted for each phone. */
  private readonly lastMinute = new Map<string, number>()

  constructor(
    private readonly clock: Clock,
    private readonly devices: { readonly size: number },
    private budgets: Limits['budgets'],
  ) {}

  change(budgets: Limits['budgets']): void {
    this.budgets = budgets
  }

  get mostActiveDevices(): number {
    return this.budgets.max_active_devices ?? this.devices.size
  }

  /** The phones in use, in the order in which they came into use. */
  get active(): string[] {
    return [...this.holds.keys()]
  }

  exhausted(budget: Budget): boolean {
    this.settle()
    return this.used[budget] >= this.total(budget)
  }

  /**
   * Counts one for `work`, which costs nothing when it fails (section 7, rule 2).
   * @throws Problem `quota_exceeded` when none is left today; what `work` throws
   */
  async charge<T>(budget: Budget, work: () => Promise<T> | T): Promise<T> {
    this.assertLeft(budget)
    const { used } = this
    used[budget] += 1
    try {
      return await work()
    } catch (error) {
      this.settle()
      // Not from the next day's count, which began at nought.
      if (used === this.used) used[budget] -= 1
      throw error
    }
  }

  /**
   * Puts a phone into use for a socket.
   * @returns ends this use of it, once
   * @throws Problem `max_active_devices_reached`, or `quota_exceeded` when no active minute is left
   */
  enter(publicId: string): () => void {
    this.assertMayEnter(publicId)
    count(this.holds, publicId, 1)
    count(this.open, publicId, 1)
    this.countMinutes(publicId, this.minute)
    let ended = false
    return () => {
      if (ended) return
      ended = true
      this.settle()
      count(this.open, publicId, -1)
      count(this.holds, publicId, -1)
    }
  }

  /**
   * Puts a phone into use for as long as `work` takes, whose minutes count when it succeeds (section 7, rule 2).
   * @throws Problem as `enter` does; what `work` throws
   */
  async during<T>(publicId: string, work: () => Promise<T>): Promise<T> {
    this.assertMayEnter(publicId)
    const from = this.minute
    count(this.holds, publicId, 1)
    try {
      const result = await work()
      this.settle()
      this.countMinutes(publicId, from)
      return result
    } finally {
      count(this.holds, publicId, -1)
    }
  }

  /** A budget of the account pool, and how much of it was used today. */
  line(budget: Budget): { used: number; budget: number; remaining: number } {
    this.settle()
    const total = this.total(budget)
    const used = this.used[budget]
    return { used, budget: total, remaining: Math.max(0, total - used) }
  }

  /** The next UTC midnight as ISO 8601 with its offset. */
  resetsAt(): string {
    return new Date(this.nextMidnight()).toISOString().replace('.000Z', '+00:00')
  }

  /** Returns how long, if nothing changes, until the active minutes run out or reset. */
  msUntilMinutesEnd(): number {
    const { remaining } = this.line('active_minutes')
    const now = this.clock.now()
    const lastMinute = this.minute + Math.ceil(remaining / Math.max(1, this.open.size))
    return Math.min(lastMinute * MINUTE_MS, this.nextMidnight()) - now
  }

  private assertLeft(budget: Budget): void {
    if (!this.exhausted(budget)) return
    const detail = `The daily budget of ${budget} is used up until ${this.resetsAt()}`
    throw tooMany('quota_exceeded', budget, this.nextMidnight() - this.clock.now(), detail)
  }

  private total(budget: Budget): number {
    return this.budgets[budget] * this.devices.size
  }

  private nextMidnight(): number {
    return (Math.floor(this.clock.now() / DAY_MS) + 1) * DAY_MS
  }

  private get minute(): number {
    return Math.floor(this.clock.now() / MINUTE_MS)
  }

  private assertMayEnter(publicId: string): void {
    if (!this.holds.has(publicId) && this.holds.size >= this.mostActiveDevices) {
      const detail = `${this.mostActiveDevices} devices are in use already`
      throw tooMany('max_active_devices_reached', 'max_active_devices', MINUTE_MS, detail)
    }
    this.assertLeft('active_minutes')
  }

  /** Brings the counters up to now: a new day starts at nought, and each open phone has its minutes counted. */
  private settle(): void {
    const day = Math.floor(this.clock.now() / DAY_MS)
    if (day !== this.day) {
      this.day = day
      this.used = { active_minutes: 0, actions: 0, snapshots: 0, uploads: 0 }
    }
    for (const publicId of this.open.keys()) this.countMinutes(publicId, this.lastMinute.get(publicId) ?? 0)
  }

  /** Counts the minutes of a phone that was in use since minute `from`, each once and today's alone. */
  private countMinutes(publicId: string, from: number): void {
    const beforeToday = (this.day * DAY_MS) / MINUTE_MS - 1
    const counted = Math.max(this.lastMinute.get(publicId) ?? 0, from - 1, beforeToday)
    this.used.active_minutes += this.minute - counted
    this.lastMinute.set(publicId, this.minute)
  }
}

function count(uses: Map<string, number>, publicId: string, change: 1 | -1): void {
  const now = (uses.get(publicId) ?? 0) + change
  if (now > 0) uses.set(publicId, now)
  else uses.delete(publicId)
}
