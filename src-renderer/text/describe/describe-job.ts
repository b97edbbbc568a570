import type { JobInterruption, TileJob } from '../../../src-shared/features/tile-state'
import { ownValue } from '../../../src-shared/protocol/own-value'
import { jobName as nameJob } from '../../../src-shared/texts/describe-fault'
import { messages } from '../messages'
import { commaList, formatTime } from '../numbers'

/** Names a job's kind; unknown kinds as they came. @param kind null when it did not come */
export const jobName = (kind: string | null): string => nameJob(kind, messages)

/** Returns a job's state in a word; unknown states as they came. */
export const jobState = (status: string): string =>
  ownValue<string>(messages.jobs.states, status) ?? messages.jobNames.unknown({ name: status })

/** Explains why a phone with a pending job is paused. */
export function describePending(pending: TileJob): string {
  const { interrupted } = pending
  const sentence = describeState(pending)
  if (!interrupted) return sentence
  const { times: n, retryAt } = interrupted
  const words = messages.jobs.leftAlone
  return retryAt === null
    ? words.interrupted({ sentence, n })
    : words.retryDue({ sentence, n, time: formatTime(retryAt) })
}

/** Says how often a person has interrupted a job that waits, and what comes next. */
export function describeInterruption(
  { kind }: Pick<TileJob, 'kind'>,
  { times: n, retryAt }: JobInterruption,
): string {
  const words = messages.interruption
  const job = jobName(kind)
  return retryAt === null ? words.toldWaiting({ n, job }) : words.told({ n, time: formatTime(retryAt), job })
}

/** Says which interruption of its job a choice would be; null when that is not known, or it would be none. */
export function describeNext(job: TileJob | null | undefined): string | null {
  const words = messages.interrupt
  if (!job?.interrupted || job.interrupted.retryAt !== null) return null
  return isLast(job) ? words.last : words.nth({ n: job.interrupted.next })
}

/** Whether the service abandons the job after one more interruption (spec 3). */
export const isLast = (job: TileJob | null | undefined): boolean =>
  job?.interrupted?.retryAt === null && job.interrupted.next === 3

function describeState({ kind, status }: TileJob): string {
  const words = messages.jobs.leftAlone
  const job = jobName(kind)
  switch (status) {
    case null:
      return words.launching({ job })
    case 'queued':
      return words.queued({ job })
    case 'dispatched':
      return words.dispatched({ job })
    default:
      return words.other({ job, status })
  }
}

/** One line of a job's result; a line without a value is the heading of the deeper lines after it. */
export interface ResultLine {
  name: string
  /** The service's own name, where it is another. */
  ownName?: string
  value: string | null
  depth: number
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const plain = (value: unknown): string => {
  if (value === null || value === undefined) return messages.jobs.notKnown
  if (Array.isArray(value)) return value.length === 0 ? messages.jobs.noValue : commaList(value.map(plain))
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)
}

/** Names an account flag (spec 2); unknown ones as they came. */
export const flagName = (name: string): string =>
  ownValue<string>(messages.jobs.flagNames, name) ?? name.replaceAll('_', ' ')

const isFlag = (value: unknown) => typeof value === 'string' && Object.hasOwn(messages.jobs.flags, value)

/** Lists a job's result, a line for each value: names are the service's but for account flags, and counters can be null (spec 2). */
export function describeResult(result: unknown, depth = 0): ResultLine[] {
  if (!isRecord(result)) return [{ name: '', value: plain(result), depth }]
  return Object.entries(result).flatMap(([key, value]) => {
    if (isFlag(value)) return [{ name: flagName(key), ownName: key, value: plain(value), depth }]
    const name = key.replaceAll('_', ' ')
    if (!isRecord(value)) return [{ name, value: plain(value), depth }]
    return [{ name, value: null, depth }, ...describeResult(value, depth + 1)]
  })
}
