import { unknownUsage, type UsageState } from '../../../src-shared/features/usage-state'
import { budgetNames, type BudgetName } from '../../../src-shared/protocol/budget-name'
import type { Fault } from '../../../src-shared/protocol/fault'
import type { Usage } from '../../../src-shared/protocol/usage'
import type { Clock } from '../time/clock'
import { createPolling, type Polling } from '../time/polling'
import type { DeviceApi } from '../service/device-api'
import { quietMs, retriesOf } from '../service/fault-policy'
import type { ServerClock } from '../service/server-clock'

const readEveryMs = 60_000
const readInUseMs = 15_000
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
  /** Called after each reading, and when this computer's clock was set. */
  onState: (state: UsageState) => void
  /** Called when 80% of a budget are used, when 95% are, and when all of it is; once each a day. */
  onWarning: (fault: Fault) => void
}

/** The account's daily budgets (spec 4.9): read every minute, and every 15 s while they are in use. */
export class UsageMeter {
  readonly #options: UsageMeterOptions
  readonly #polling: Polling
  readonly #warnings = createBudgetWarnings()
  #state = unknownUsage
  #phones = 0
  /** Since the last reading began. */
  #wasSpent = false

  constructor(options: UsageMeterOptions) {
    const { clock, api } = options
    this.#options = options
    this.#polling = createPolling({
      clock,
      ask: () => {
        this.#wasSpent = false
        return api.usage({ once: true })
      },
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

  /** Some of a budget was used: the next reading comes within 15 s. */
  spent(): void {
    this.#wasSpent = true
    this.#polling.readWithin(readInUseMs)
  }

  /** So many phones use up active minutes from now on. */
  use(phones: number): void {
    if (phones === this.#phones) return
    this.#phones = phones
    this.#polling.readWithin(readInUseMs)
  }

  /** This computer's clock was set: the service's is ahead of it by another time. */
  clockWasSet(): void {
    this.#enter(this.#state)
  }

  /** Returns the fault for a budget of which the last reading left nothing; null on a later day. */
  usedUp(budget: BudgetName): Fault | null {
    const { usage } = this.#state
    if (!usage || usage[budget].remaining > 0 || this.#msUntilReset(usage) === 0) return null
    return { kind: 'budget-used-up', budget, resetsAt: usage.resets_at }
  }

  close(): void {
    this.#polling.close()
  }

  #msUntilReset({ resets_at }: Usage): number {
    return this.#options.serverClock.msUntil(resets_at)
  }

  #take(usage: Usage): void {
    const readAt = this.#options.clock.now()
    this.#enter({ usage, readAt, minutesEndAt: this.#minutesEndAt(usage), fault: null })
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
    const { usage } = this.#state
    const resetMs = usage ? this.#msUntilReset(usage) : 0
    const everyMs = this.#phones > 0 || this.#wasSpent ? readInUseMs : readEveryMs
    return resetMs > 0 ? Math.min(everyMs, resetMs + later) : everyMs
  }

  /** Returns when the active minutes end at the present rate, to the minute; null when they last until the reset. */
  #minutesEndAt(usage: Usage): number | null {
    const { remaining } = usage.active_minutes
    const endsInMs = (remaining / this.#phones) * minuteMs
    if (this.#phones === 0 || remaining <= 0 || endsInMs >= this.#msUntilReset(usage)) return null
    const endsAt = this.#options.serverClock.now() + endsInMs
    const { minutesEndAt } = this.#state
    // The service counts whole minutes: less than one is no change.
    if (minutesEndAt !== null && Math.abs(endsAt - minutesEndAt) < minuteMs) return minutesEndAt
    return Math.round(endsAt / minuteMs) * minuteMs
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
