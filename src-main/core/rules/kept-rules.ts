import { z } from 'zod'
import { fleetKey, type KeyedFleet } from '../../../src-shared/features/fleets-state'
import { ruleDraftSchema } from '../../../src-shared/features/rules'
import { mostRules, type Rule } from '../../../src-shared/features/rules-state'
import type { Log } from '../base/log'
import { openFleetsFile } from '../disk/fleets-file'
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

/** Reads the file. Invalid rules are left out; such a file, and an unreadable one, is kept aside. */
export function loadKeptRules({ clock, log, path, report }: KeptRulesOptions): KeptRules {
  const thisRun = new Set<string>()
  const file = openFleetsFile<readonly KeptRule[], KeptRule>({
    ...{ clock, path, report, list: 'rules', most: mostRules, check: checkedRule },
    read: (rules) => rules,
    write: (rules) => rules.map(written),
    isWritten: (fleet) => !thisRun.has(fleet),
    onFailed: (error) => log.warn({ err: error }, 'rules not written'),
  })

  return {
    of: (fleet) => file.of(fleetKey(fleet)) ?? [],
    keep(fleet, rules, isAtOnce) {
      const key = fleetKey(fleet)
      if (fleet.kind === 'this-run') thisRun.add(key)
      file.keep(key, rules.length > 0 ? rules : null)
      if (isAtOnce) file.flush()
    },
    forget: file.forget,
    close: file.flush,
  }
}

function written({ rule, seen }: KeptRule) {
  const { id, isOn, last, times, name, when, phones, then, quietS, once, keepsLive } = rule
  const all = [...seen].slice(-mostSeen).map(([phone, { isSo, firedAt }]) => [phone, isSo, firedAt])
  return { id, isOn, last, times, rule: { name, when, phones, then, quietS, once, keepsLive }, seen: all }
}

function checkedRule(entry: unknown): { fleet: string; one: KeptRule } | null {
  const { data } = keptSchema.safeParse(entry)
  if (!data || !isReadable(data.rule.when)) return null
  const { fleet, rule, seen, ...more } = data
  return { fleet, one: { rule: { ...rule, ...more, fault: null }, seen: seenOf(seen) } }
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
