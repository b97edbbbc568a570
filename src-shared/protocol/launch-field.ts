import type { AutomationKind } from './automation-kind'
import { ownValue } from './own-value'
import { codePoints } from './text-rules'

interface Titled {
  /** What people call the field. */
  title: string
}

/**
 * A further field of a launch, as the vocabulary names it for a kind: the spec shows none (4.12). Of a text, `min` and `max` count
 * characters. The unit `s` marks a session's length.
 */
export type LaunchField =
  | (Titled & {
      type: 'integer' | 'number'
      unit?: string | undefined
      min?: number | undefined
      max?: number | undefined
      default?: number | undefined
    })
  | (Titled & {
      type: 'text'
      min?: number | undefined
      max?: number | undefined
      default?: string | undefined
    })
  | (Titled & { type: 'boolean'; default?: boolean | undefined })
  | (Titled & { type: 'choice'; choices: string[]; default?: string | undefined })

export type LaunchValue = string | number | boolean
/** Values by the service's names of their fields; a field without a value is not sent. */
export type LaunchValues = Readonly<Record<string, LaunchValue>>

/** The fields of one kind, by the service's names. */
export type LaunchFields = Readonly<Record<string, LaunchField>>
/** The fields of every kind that has some. */
export type MoreFields = Readonly<Partial<Record<AutomationKind, LaunchFields>>>

/** A text field without a `max` takes so many characters. */
export const longestLaunchText = 1000

const isWithin = (
  value: number,
  { min = -Infinity, max = Infinity }: { min?: number | undefined; max?: number | undefined },
) => value >= min && value <= max

/** Whether a field takes a value: its type, its range, its choices. */
export function fitsLaunchField(field: LaunchField, value: unknown): value is LaunchValue {
  switch (field.type) {
    case 'integer':
      return Number.isSafeInteger(value) && isWithin(value as number, field)
    case 'number':
      return Number.isFinite(value) && isWithin(value as number, field)
    case 'text': {
      const { min = 1, max = longestLaunchText } = field
      return typeof value === 'string' && isWithin(codePoints(value), { min, max })
    }
    case 'boolean':
      return typeof value === 'boolean'
    case 'choice':
      return typeof value === 'string' && field.choices.includes(value)
  }
}

const isNumeral = (text: string) => /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)

/** Reads what was typed or written for a field. @returns null when the field does not take it */
export function readLaunchValue(field: LaunchField, text: string): LaunchValue | null {
  const plain = text.trim()
  const value = () => {
    if (field.type === 'text') return text
    if (field.type === 'choice') return plain
    if (field.type === 'boolean') return plain === 'true' ? true : plain === 'false' ? false : null
    return isNumeral(plain) ? Number(plain) : null
  }
  const read = value()
  return fitsLaunchField(field, read) ? read : null
}

/** Returns the first field of a launch that its kind does not have, or whose value does not fit; null when all do. */
export function wrongLaunchField(
  fields: LaunchFields,
  values: LaunchValues,
): { name: string; field: LaunchField | null } | null {
  for (const [name, value] of Object.entries(values)) {
    const field = ownValue(fields, name)
    if (!field || !fitsLaunchField(field, value)) return { name, field: field ?? null }
  }
  return null
}

/** Returns what fields are sent when nothing is said of them. */
export function defaultsOf(fields: LaunchFields): LaunchValues {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.default === undefined ? [] : [[name, field.default]],
    ),
  )
}
