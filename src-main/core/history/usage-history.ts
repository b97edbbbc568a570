import { z } from 'zod'
import type { UsageHistory, UsageSample } from '../../../src-shared/features/usage'
import type { UsageState } from '../../../src-shared/features/usage-state'
import { budgetNames, type BudgetName } from '../../../src-shared/protocol/budget-name'
import type { Clock } from '../time/clock'
import { createDebouncedWrite } from '../disk/debounced-write'
import { JsonFile } from '../disk/json-file'
import type { ReportFile } from '../disk/own-file'

const sampleEveryMs = 60_000
// A whole day of minutes.
const mostSamples = 1441
const mostPhones = 5000
const mostFleets = 20
const minuteMs = 60_000

const amount = z.number().min(0).catch(0)
const usedSchema = z.object({ active_minutes: amount, actions: amount, snapshots: amount, uploads: amount })
const daySchema = z.object({
  fleet: z.string().max(500),
  resetsAt: z.string().max(100),
  samples: z.array(z.object({ at: z.number(), used: usedSchema })).max(mostSamples),
  phones: z
    .array(z.object({ publicId: z.string().max(500), phone: z.string().max(1000), used: usedSchema }))
    .max(mostPhones),
})
type Day = z.infer<typeof daySchema>
const fileSchema = z.object({ days: z.array(z.unknown()) })

export interface UsageHistoryOptions {
  clock: Pick<Clock, 'now' | 'monotonic' | 'after'>
  /** Absolute. */
  path: string
  report: ReportFile
  onFailed: (error: unknown) => void
}

/** Remembers for each fleet how today's budgets were used, and on which phones. */
export interface UsageHistories {
  /** @param fleet its id */
  of(fleet: string): UsageHistory
  /** Takes the budgets as they are now. */
  read(fleet: string, state: UsageState): void
  /** Counts something that this program used on a phone. */
  spent(fleet: string, phone: { publicId: string; name: string }, budget: BudgetName): void
  /** Counts active minutes of these phones from now on. */
  inUse(fleet: string, phones: ReadonlyMap<string, string>): void
  /** Forgets a fleet that was removed. */
  forget(fleet: string): void
  close(): void
}

const none = () => Object.fromEntries(budgetNames.map((name) => [name, 0])) as Record<BudgetName, number>

function usable(content: unknown, drop: () => void): Map<string, Day> {
  return new Map(
    fileSchema.parse(content).days.flatMap((one) => {
      const { data } = daySchema.safeParse(one)
      if (!data) drop()
      return data ? [[data.fleet, data] as const] : []
    }),
  )
}

export function loadUsageHistories({ clock, path, report, onFailed }: UsageHistoryOptions): UsageHistories {
  const json = new JsonFile({ path, version: 1, check: usable, report })
  const days = json.read() ?? new Map<string, Day>()
  const file = createDebouncedWrite({
    clock,
    file: json,
    content: () => ({ days: [...days.values()].slice(-mostFleets) }),
    onFailed,
  })
  let using: { fleet: string; phones: ReadonlyMap<string, string>; since: number } | null = null

  const dayOf = (fleet: string): Day => {
    const known = days.get(fleet)
    if (known) return known
    const day: Day = { fleet, resetsAt: '', samples: [], phones: [] }
    days.set(fleet, day)
    return day
  }
  const phoneOf = (day: Day, publicId: string, name: string) => {
    const known = day.phones.find((one) => one.publicId === publicId)
    if (known) return known
    const phone = { publicId, phone: name, used: none() }
    if (day.phones.length < mostPhones) day.phones.push(phone)
    return phone
  }
  const countMinutes = () => {
    if (!using) return
    const now = clock.monotonic()
    // A longer gap is sleep.
    const minutes = Math.min(now - using.since, 2 * sampleEveryMs) / minuteMs
    using.since = now
    const day = dayOf(using.fleet)
    for (const [publicId, name] of using.phones) phoneOf(day, publicId, name).used.active_minutes += minutes
  }

  return {
    of(fleet) {
      countMinutes()
      const { samples, phones } = dayOf(fleet)
      return { samples, phones }
    },
    read(fleet, { usage, serviceAheadMs }) {
      if (!usage) return
      countMinutes()
      let day = dayOf(fleet)
      if (day.resetsAt !== '' && day.resetsAt !== usage.resets_at) {
        day = { fleet, resetsAt: usage.resets_at, samples: [], phones: [] }
        days.set(fleet, day)
      }
      day.resetsAt = usage.resets_at
      const used = Object.fromEntries(budgetNames.map((name) => [name, usage[name].used]))
      // The service's time: this computer's clock may be wrong, and be set right later.
      const sample = { at: clock.now() + serviceAheadMs, used } as UsageSample
      // A clock that was ahead gave them their times.
      for (const each of day.samples) each.at = Math.min(each.at, sample.at)
      const [before, last] = day.samples.slice(-2)
      // The newest figure counts; a sample a minute stays.
      if (last && before && last.at - before.at < sampleEveryMs) day.samples.pop()
      day.samples.push(sample)
      if (day.samples.length > mostSamples) day.samples.shift()
      if (!last || !before || sample.at - before.at >= sampleEveryMs) file.soon()
    },
    spent(fleet, { publicId, name }, budget) {
      phoneOf(dayOf(fleet), publicId, name).used[budget] += 1
    },
    inUse(fleet, phones) {
      countMinutes()
      using = phones.size > 0 ? { fleet, phones: new Map(phones), since: clock.monotonic() } : null
    },
    forget(fleet) {
      if (using?.fleet === fleet) using = null
      if (days.delete(fleet)) file.soon()
    },
    close() {
      countMinutes()
      if (days.size > 0) file.soon()
      file.close()
    },
  }
}
