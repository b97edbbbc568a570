import { unknownUsage, type UsageState } from '../../../src-shared/bridge/usage-state'
import type { Fault } from '../../../src-shared/protocol/fault'
import { budgetNames, type BudgetName } from '../../../src-shared/protocol/budget-name'
import type { Usage } from '../../../src-shared/protocol/usage'
import { createBudgetWarnings } from './budget-warnings'
import type { CancelTimer, Clock } from '../base/clock'
import type { DeviceApi } from '../service/device-api'
import { quietMs, retriesOf } from '../service/fault-policy'
import { createPolling, type Polling } from '../base/polling'
import type { ServerClock } from '../service/server-clock'
import { createLocalUsage } from './local-usage'

const readEveryMs = 60_000
const lookEveryMs = 1000
// Nobody sees a minute of many go by.
const minutesEveryMs = 5000
// Not every program in the world asks in the second after midnight.
const spreadMs = 5000
const minuteMs = 60_000

/** The account's budgets, read now and then (spec 4.9), and in between counted on by what this app spends. */
export interface UsageMeter extends Polling {
  readonly state: UsageState
  /**
   * Something was carried out that costs something.
   * @param begunAt monotonic ms when it was asked for, now when left out: what was begun before the last reading came may
   * be in it, and is not counted again
   */
  spent(budget: BudgetName, amount: number, begunAt?: number): void
  /** So many phones are in use from now on. */
  use(phones: number): void
  /** What to tell of a budget of which the last reading left nothing; null for one of a day that is over. */
  usedUp(budget: BudgetName): Fault | null
}

export interface UsageMeterOptions {
  clock: Clock
  /** In [0, 1). */
  random: () => number
  api: Pick<DeviceApi, 'usage'>
  serverClock: Pick<ServerClock, 'now' | 'msUntil'>
  /** At once after a reading, and at most once a second in between, where only minutes pass every 5 s. */
  onState: (state: UsageState) => void
  /** A budget comes to its end. */
  onWarning: (fault: Fault) => void
}

export function createUsageMeter(options: UsageMeterOptions): UsageMeter {
  const { clock, random, api, serverClock, onState, onWarning } = options
  const spending = createLocalUsage(clock)
  const warningsOf = createBudgetWarnings()
  let state = unknownUsage
  let read: Usage | null = null
  let lookedAt = -Infinity
  let cancelLook: CancelTimer | null = null
  let looksAt = Infinity
  let closed = false

  const enter = (next: Omit<UsageState, 'serviceAheadMs'>) => {
    state = { ...next, serviceAheadMs: serverClock.now() - clock.now() }
    onState(state)
    const { usage } = next
    // What is left of yesterday's is no news.
    if (usage && serverClock.msUntil(usage.resets_at) > 0) warningsOf(usage).forEach(onWarning)
  }

  /** To the minute; what wavers by less stays. */
  const minutesEnd = (usage: Usage, spent: number): number | null => {
    const left = usage.active_minutes.remaining - spent
    const endsInMs = (left / spending.phones) * minuteMs
    if (spending.phones === 0 || left <= 0 || endsInMs >= serverClock.msUntil(usage.resets_at)) return null
    const endsAt = serverClock.now() + endsInMs
    const { minutesEndAt } = state
    if (minutesEndAt !== null && Math.abs(endsAt - minutesEndAt) < minuteMs) return minutesEndAt
    return Math.round(endsAt / minuteMs) * minuteMs
  }
  const countedOn = (usage: Usage): Pick<UsageState, 'usage' | 'estimated' | 'minutesEndAt'> => {
    const spent = spending.total()
    const next = { ...usage }
    for (const name of budgetNames) {
      const { used, remaining } = usage[name]
      const more = Math.floor(spent[name])
      next[name] = { ...usage[name], used: used + more, remaining: Math.max(0, remaining - more) }
    }
    const estimated = budgetNames.filter((name) => spent[name] >= 1)
    return { usage: next, estimated, minutesEndAt: minutesEnd(usage, spent.active_minutes) }
  }

  const look = () => {
    looksAt = Infinity
    lookedAt = clock.monotonic()
    if (!read) return
    const next = countedOn(read)
    const isSame = budgetNames.every((name) => next.usage?.[name].used === state.usage?.[name].used)
    if (!isSame || next.minutesEndAt !== state.minutesEndAt) enter({ ...state, ...next })
    if (spending.phones > 0) lookSoon(minutesEveryMs)
  }
  const lookSoon = (everyMs = lookEveryMs) => {
    const at = Math.max(clock.monotonic(), lookedAt + everyMs)
    if (!read || closed || at >= looksAt) return
    cancelLook?.()
    looksAt = at
    cancelLook = clock.after(at - clock.monotonic(), look)
  }

  const polling = createPolling({
    clock,
    ask: () => api.usage({ once: true }),
    onAnswer(usage) {
      read = usage
      spending.startAnew()
      lookedAt = clock.monotonic()
      enter({ ...countedOn(usage), readAt: clock.now(), fault: null })
      lookSoon()
    },
    // The last reading stays: an old figure with its time is worth more than none.
    onFault: (fault) => enter({ ...state, fault }),
    nextMs(fault) {
      if (fault && retriesOf(fault, 'poll') === 0) return null
      if (fault) return Math.max(readEveryMs, quietMs(fault, serverClock.msUntil) + random() * spreadMs)
      const resetMs = read ? serverClock.msUntil(read.resets_at) : 0
      return resetMs > 0 ? Math.min(readEveryMs, resetMs + random() * spreadMs) : readEveryMs
    },
  })

  return {
    get state() {
      return state
    },
    spent(budget, amount, begunAt = clock.monotonic()) {
      spending.spend(budget, amount, begunAt)
      lookSoon()
    },
    use(phones) {
      if (phones === spending.phones) return
      spending.use(phones)
      lookSoon()
    },
    usedUp(budget) {
      if (!read || read[budget].remaining > 0 || serverClock.msUntil(read.resets_at) === 0) return null
      return { kind: 'budget-used-up', budget, resetsAt: read.resets_at }
    },
    read: () => polling.read(),
    close() {
      closed = true
      cancelLook?.()
      polling.close()
    },
  }
}
