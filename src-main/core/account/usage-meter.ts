import { unknownUsage, type UsageState } from '../../../src-shared/bridge/usage-state'
import { budgetNames, type BudgetName } from '../../../src-shared/protocol/budget-name'
import type { Fault } from '../../../src-shared/protocol/fault'
import type { Usage } from '../../../src-shared/protocol/usage'
import type { CancelTimer, Clock } from '../time/clock'
import { createPolling, type Polling } from '../time/polling'
import type { DeviceApi } from '../service/device-api'
import { quietMs, retriesOf } from '../service/fault-policy'
import type { ServerClock } from '../service/server-clock'

const readEveryMs = 60_000
const reportEveryMs = 2000
// A longer gap is sleep, in which no phone was in use.
const longestGapMs = 10_000
// Not every client should read in the second after midnight.
const spreadMs = 5000
const minuteMs = 60_000
/** The used shares of a budget, in percent, that are warned of. */
const warnedPercents = [95, 80] as const

export interface UsageMeterOptions {
  clock: Clock
  /** In [0, 1). */
  random: () => number
  api: Pick<DeviceApi, 'usage'>
  serverClock: Pick<ServerClock, 'now' | 'msUntil'>
  /** Called after each reading, and between readings at most every 2 s. */
  onState: (state: UsageState) => void
  /** Called when 80% of a budget are used, when 95% are, and when all of it is; once each a day. */
  onWarning: (fault: Fault) => void
}

const nothing = () => Object.fromEntries(budgetNames.map((name) => [name, 0])) as Record<BudgetName, number>

/** The account's daily budgets: read every minute (spec 4.9), plus what this app has spent since (spec 8). */
export class UsageMeter implements Polling {
  readonly #options: UsageMeterOptions
  readonly #polling: Polling
  readonly #warnings = createBudgetWarnings()
  #state = unknownUsage
  #reading: Usage | null = null
  /** Since the reading; minutes with their fraction. */
  #spent = nothing()
  #phones = 0
  #countedAt: number
  #cancelReport: CancelTimer | null = null
  #isClosed = false

  constructor(options: UsageMeterOptions) {
    const { clock, api } = options
    this.#options = options
    this.#countedAt = clock.monotonic()
    this.#polling = createPolling({
      clock,
      ask: () => api.usage({ once: true }),
      onAnswer: (usage) => this.#take(usage),
      // The last reading stays: an old figure with its time is worth more than none.
      onFault: (fault) => this.#enter({ ...this.#state, fault }),
      nextMs: (fault) => this.#nextReadMs(fault),
    })
  }

  get state(): UsageState {
    return this.#state
  }

  /** Reads now, and puts off the next reading. */
  read(): Promise<void> {
    return this.#polling.read()
  }

  /** Counts `amount` of a budget as used since the last reading. */
  spent(budget: BudgetName, amount: number): void {
    this.#spent[budget] += amount
    this.#reportSoon()
  }

  /** Counts one active minute a minute for each of so many phones from now on. */
  use(phones: number): void {
    if (phones === this.#phones) return
    this.#countMinutes()
    this.#phones = phones
    this.#reportSoon()
  }

  /** This computer's clock was set: the service's is ahead of it by another time. */
  clockWasSet(): void {
    this.#enter(this.#state)
  }

  /** Returns the fault for a budget of which the last reading left nothing; null on a later day. */
  usedUp(budget: BudgetName): Fault | null {
    const usage = this.#reading
    if (!usage || usage[budget].remaining > 0 || this.#msUntilReset(usage) === 0) return null
    return { kind: 'budget-used-up', budget, resetsAt: usage.resets_at }
  }

  close(): void {
    this.#isClosed = true
    this.#cancelReport?.()
    this.#polling.close()
  }

  #msUntilReset({ resets_at }: Usage): number {
    return this.#options.serverClock.msUntil(resets_at)
  }

  #take(usage: Usage): void {
    this.#countMinutes()
    this.#reading = usage
    this.#spent = nothing()
    this.#enter({ ...this.#estimate(usage), readAt: this.#options.clock.now(), fault: null })
    if (this.#phones > 0) this.#reportSoon()
  }

  #enter(next: Omit<UsageState, 'serviceAheadMs'>): void {
    const { clock, serverClock, onState, onWarning } = this.#options
    this.#state = { ...next, serviceAheadMs: serverClock.now() - clock.now() }
    onState(this.#state)
    const { usage } = next
    // Yesterday's budgets are no news.
    if (usage && this.#msUntilReset(usage) > 0) this.#warnings(usage).forEach(onWarning)
  }

  #nextReadMs(fault: Fault | null): number | null {
    const { serverClock, random } = this.#options
    if (fault && retriesOf(fault, 'poll') === 0) return null
    const later = random() * spreadMs
    if (fault) return Math.max(readEveryMs, quietMs(fault, serverClock.msUntil) + later)
    const resetMs = this.#reading ? this.#msUntilReset(this.#reading) : 0
    return resetMs > 0 ? Math.min(readEveryMs, resetMs + later) : readEveryMs
  }

  #countMinutes(): void {
    const now = this.#options.clock.monotonic()
    const usedMs = this.#phones * Math.min(longestGapMs, now - this.#countedAt)
    this.#spent.active_minutes += usedMs / minuteMs
    this.#countedAt = now
  }

  #estimate(usage: Usage): Pick<UsageState, 'usage' | 'estimated' | 'minutesEndAt'> {
    const next = { ...usage }
    for (const name of budgetNames) {
      const { used, remaining } = usage[name]
      const more = Math.floor(this.#spent[name])
      next[name] = { ...usage[name], used: used + more, remaining: Math.max(0, remaining - more) }
    }
    const estimated = budgetNames.filter((name) => this.#spent[name] >= 1)
    return { usage: next, estimated, minutesEndAt: this.#minutesEndAt(usage) }
  }

  /** Returns when the active minutes end at the present rate, to the minute; null when they last until the reset. */
  #minutesEndAt(usage: Usage): number | null {
    const left = usage.active_minutes.remaining - this.#spent.active_minutes
    const endsInMs = (left / this.#phones) * minuteMs
    if (this.#phones === 0 || left <= 0 || endsInMs >= this.#msUntilReset(usage)) return null
    const endsAt = this.#options.serverClock.now() + endsInMs
    const { minutesEndAt } = this.#state
    // The service counts whole minutes: less than one is no change.
    if (minutesEndAt !== null && Math.abs(endsAt - minutesEndAt) < minuteMs) return minutesEndAt
    return Math.round(endsAt / minuteMs) * minuteMs
  }

  #report(): void {
    this.#cancelReport = null
    this.#countMinutes()
    if (!this.#reading) return
    const next = this.#estimate(this.#reading)
    const { usage, minutesEndAt } = this.#state
    const isSame = budgetNames.every((name) => next.usage?.[name].used === usage?.[name].used)
    if (!isSame || next.minutesEndAt !== minutesEndAt) this.#enter({ ...this.#state, ...next })
    if (this.#phones > 0) this.#reportSoon()
  }

  #reportSoon(): void {
    if (this.#isClosed || this.#cancelReport) return
    this.#cancelReport = this.#options.clock.after(reportEveryMs, () => this.#report())
  }
}

/** Wraps the endpoints so that each successful action and screenshot is counted (spec 8). */
export function meterApi(api: DeviceApi, onSpent: (budget: BudgetName, publicId: string) => void): DeviceApi {
  return {
    ...api,
    async snapshot(publicId, ...call) {
      const answer = await api.snapshot(publicId, ...call)
      onSpent('snapshots', publicId)
      return answer
    },
    async act(publicId, ...call) {
      const answer = await api.act(publicId, ...call)
      onSpent('actions', publicId)
      return answer
    },
  }
}

/** In percent; 0 when there is nothing to warn of. */
function levelOf({ used, budget, remaining }: Usage[BudgetName]): number {
  // A budget that the account does not have is no news.
  if (budget <= 0) return 0
  if (remaining <= 0) return 100
  return warnedPercents.find((percent) => used >= (budget * percent) / 100) ?? 0
}

/** Returns a function that finds the warnings a usage gives for the first time today. */
function createBudgetWarnings(): (usage: Usage) => Fault[] {
  let day = Number.NaN
  const warned = new Map<BudgetName, number>()

  return (usage) => {
    const resetsAt = usage.resets_at
    if (Date.parse(resetsAt) !== day) warned.clear()
    day = Date.parse(resetsAt)
    return budgetNames.flatMap((budget): Fault[] => {
      const percent = levelOf(usage[budget])
      if (percent <= (warned.get(budget) ?? 0)) return []
      warned.set(budget, percent)
      if (percent === 100) return [{ kind: 'budget-used-up', budget, resetsAt }]
      return [{ kind: 'budget-low', budget, percent, remaining: usage[budget].remaining, resetsAt }]
    })
  }
}
