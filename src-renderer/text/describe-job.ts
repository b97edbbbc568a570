import { messages } from './messages'

const words = messages.jobs
const kinds = new Map<string, string>(Object.entries(words.kinds))
const states = new Map<string, string>(Object.entries(words.states))

/** What a job is called; of a kind that is not known as it came. @param kind null when it did not come */
export function jobName(kind: string | null): string {
  if (kind === null) return words.unnamed
  return kinds.get(kind) ?? `“${kind}”`
}

/** A job's state in a word; one that is not known as it came. */
export function jobState(status: string): string {
  return states.get(status) ?? `“${status}”`
}

/** Why a phone with a pending job is left alone. @param status null while it is being launched; unknown ones as they came */
export function describePending({ kind, status }: { kind: string | null; status: string | null }): string {
  return words.leftAlone(jobName(kind), doing(status))
}

function doing(status: string | null): string {
  switch (status) {
    case null:
      return words.launching
    case 'queued':
      return words.queued
    case 'dispatched':
      return words.dispatched
    default:
      return words.inState(status)
  }
}

/** One line of a job's result; one without a value is the heading of those that are deeper behind it. */
export interface ResultLine {
  name: string
  value: string | null
  depth: number
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const plain = (value: unknown): string => {
  if (value === null || value === undefined) return words.noValue
  if (Array.isArray(value)) return value.length === 0 ? words.noValue : value.map(plain).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)
}

/** A result as it came, a line for each value: its names are the service's, and counters can be null (spec 2). */
export function describeResult(result: unknown, depth = 0): ResultLine[] {
  if (!isRecord(result)) return [{ name: '', value: plain(result), depth }]
  return Object.entries(result).flatMap(([key, value]) => {
    const name = key.replaceAll('_', ' ')
    if (!isRecord(value)) return [{ name, value: plain(value), depth }]
    return [{ name, value: null, depth }, ...describeResult(value, depth + 1)]
  })
}
