import { z } from 'zod'
import { fleetKey, type KeyedFleet } from '../../../src-shared/features/fleets-state'
import { ruleDraftSchema } from '../../../src-shared/features/rules'
import { mostRules, type Rule } from '../../../src-shared/features/rules-state'
import type { Log } from '../base/log'
import { createDebouncedWrite } from '../disk/debounced-write'
import { JsonFile } from '../disk/json-file'
import type { ReportFile } from '../disk/own-file'
import type { Clock } from '../time/clock'
import type { Seen } from './seen'
import { patternOf } from './shows-text'

/** A rule with what it has seen, by phone; by '' what is the account's. */
export interface KeptRule {
  rule: Rule
  seen: ReadonlyMap<string, Seen>
}

/** The rules of each fleet, which outlive this program. */
export interface KeptRules {
  of(fleet: KeyedFleet): readonly KeptRule[]
  /** Writes a moment later, or at once; not for a fleet of this run only. */
  keep(fleet: KeyedFleet, rules: readonly KeptRule[], isAtOnce: boolean): void
  forget(fleet: KeyedFleet): void
  /** Writes pending changes. */
  close(): void
}

export interface KeptRulesOptions {
  clock: Clock
  log: Log
  /** Absolute. */
  path: string
  report: ReportFile
}

// The environment may name another address each time.
const mostFleets = 50
const mostSeen = 10_000

const instant = z.number().nonnegative()
const keptSchema = z.object({
  fleet: z.string().max(3000),
  id: z.uuid(),
  rule: ruleDraftSchema,
  isOn: z.boolean(),
  last: z
    .object({ at: instant, publicId: z.string().nullable(), phone: z.string().max(1000) })
    .nullable()
    .catch(null),
  times: z.int().min(0).catch(0),
  seen: z
    .array(z.tuple([z.string().max(300), z.boolean(), instant.nullable()]))
    .max(mostSeen)
    .catch([]),
})
const fileSchema = z.object({ rules: z.array(z.unknown()).max(mostFleets * mostRules) })

/** Reads the file. Invalid rules are left out; such a file, and an unreadable one, is kept aside. */
export function loadKeptRules({ clock, log, path, report }: KeptRulesOptions): KeptRules {
  const json = new JsonFile({ path, version: 1, check: usable, report })
  const fleets = json.read() ?? new Map<string, KeptRule[]>()
  const thisRun = new Set<string>()
  const file = createDebouncedWrite({
    clock,
    file: json,
    content: () => ({
      rules: [...fleets]
        .filter(([fleet]) => !thisRun.has(fleet))
        .slice(-mostFleets)
        .flatMap(([fleet, rules]) => rules.map((kept) => ({ fleet, ...written(kept) }))),
    }),
    onFailed: (error) => log.warn({ err: error }, 'rules not written'),
  })

  return {
    of: (fleet) => fleets.get(fleetKey(fleet)) ?? [],
    keep(fleet, rules, isAtOnce) {
      const key = fleetKey(fleet)
      fleets.delete(key)
      if (rules.length > 0) fleets.set(key, [...rules])
      if (fleet.kind === 'this-run') thisRun.add(key)
      else {
        file.soon()
        if (isAtOnce) file.flush()
      }
    },
    forget(fleet) {
      if (fleets.delete(fleetKey(fleet))) file.soon()
    },
    close: () => file.close(),
  }
}

function written({ rule, seen }: KeptRule) {
  const { id, isOn, last, times, name, when, phones, then, quietS, once, keepsLive } = rule
  const all = [...seen].slice(-mostSeen).map(([phone, { isSo, firedAt }]) => [phone, isSo, firedAt])
  return { id, isOn, last, times, rule: { name, when, phones, then, quietS, once, keepsLive }, seen: all }
}

/** @throws Error for no list of rules */
function usable(content: unknown, drop: () => void): Map<string, KeptRule[]> {
  const fleets = new Map<string, KeptRule[]>()
  for (const one of fileSchema.parse(content).rules) {
    const { data } = keptSchema.safeParse(one)
    const rules = fleets.get(data?.fleet ?? '') ?? []
    if (!data || !isReadable(data.rule.when) || rules.length >= mostRules) {
      drop()
      continue
    }
    const { fleet, rule, seen, ...more } = data
    const kept = { rule: { ...rule, ...more, fault: null }, seen: seenOf(seen) }
    fleets.set(fleet, [...rules, kept])
  }
  return fleets
}

const seenOf = (all: readonly [string, boolean, number | null][]): Map<string, Seen> =>
  new Map(all.map(([phone, isSo, firedAt]) => [phone, { isSo, firedAt }]))

function isReadable(when: Rule['when']): boolean {
  try {
    if (when.kind === 'text' && when.isPattern) patternOf(when)
    return true
  } catch {
    return false
  }
}
