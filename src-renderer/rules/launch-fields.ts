import type { Fault } from '../../src-shared/protocol/fault'
import {
  defaultsOf,
  readLaunchValue,
  type LaunchFields,
  type LaunchValue,
  type LaunchValues,
} from '../../src-shared/protocol/launch-field'

/** What was typed for the fields of a kind, by their names; '' is not sent. */
export type TypedFields = Readonly<Record<string, string>>

/** Stands for what a number's entry holds and is none. */
export const noNumber = '?'

/** Returns what the form shows before a person has typed. */
export function untyped(fields: LaunchFields): TypedFields {
  const defaults = defaultsOf(fields)
  return Object.fromEntries(Object.keys(fields).map((name) => [name, String(defaults[name] ?? '')]))
}

/** Reads what was typed. @returns the values to send, and the names of the fields that do not take theirs */
export function readTyped(
  fields: LaunchFields,
  typed: TypedFields,
): { values: LaunchValues; wrong: readonly string[] } {
  const values: Record<string, LaunchValue> = {}
  const wrong: string[] = []
  for (const [name, field] of Object.entries(fields)) {
    const text = (typed[name] ?? '').trim()
    if (text === '') continue
    const value = readLaunchValue(field, text)
    if (value === null) wrong.push(name)
    else values[name] = value
  }
  return { values, wrong }
}

const isOf = (name: string, { path }: { path: string }) => `${path}.`.startsWith(`body.${name}.`)

/** Returns what the service said of the fields of a launch, by their names (spec 7, `errors`). */
export function refusedFields(
  names: readonly string[],
  faults: readonly (Fault | null)[],
): ReadonlyMap<string, string> {
  const reasons = faults.flatMap((fault) => (fault?.kind === 'problem' ? (fault.fields ?? []) : []))
  return new Map(
    names.flatMap((name) => {
      const reason = reasons.find((each) => isOf(name, each))
      return reason ? [[name, reason.message] as const] : []
    }),
  )
}
