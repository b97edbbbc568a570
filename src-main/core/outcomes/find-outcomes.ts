import type { FlowCase } from '../../../src-shared/features/flows-state'
import { stageOf } from '../../../src-shared/features/job-stage'
import {
  clearableOf,
  wordsOf,
  type ClearableKind,
  type FlagWord,
  type PhoneOutcome,
} from '../../../src-shared/features/outcomes-state'
import { knownEnds, type AutomationJob, type AutomationNames } from '../../../src-shared/protocol/automation'
import type { Vocabulary } from '../../../src-shared/protocol/vocabulary'

type JobOutcome = Pick<PhoneOutcome, 'flag' | 'job'>

const mostWarnings = 20
const longestName = 200

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the account flags in a job's result (spec 2), by name; empty when there are none. */
function flagsIn(result: unknown, { accountFlags }: Pick<Vocabulary, 'accountFlags'>): [string, unknown][] {
  if (!isRecord(result)) return []
  const { account_state: state } = result
  if (isRecord(state)) return Object.entries(state)
  return Object.entries(result).filter(([name]) => accountFlags.includes(name))
}

function worstOf(flags: readonly [string, unknown][]): FlagWord {
  const values = flags.map(([, value]) => value)
  if (values.includes('warning')) return 'warning'
  return values.every((value) => value === 'green') ? 'green' : 'unknown'
}

/**
 * Returns what a phone's jobs tell, with what was known: an older job changes nothing. A job that the whole list lacks is
 * forgotten, its account flags are not.
 * @param now when a job counts as begun that has no time, in ms since the epoch
 */
export function outcomeOfJobs(
  { jobs, isPart }: { jobs: readonly AutomationJob[]; isPart?: true | undefined },
  known: JobOutcome,
  words: AutomationNames & Pick<Vocabulary, 'accountFlags'>,
  now: number,
): JobOutcome {
  const ends = knownEnds(words)
  let { flag } = known
  let last = isPart || jobs.some(({ id }) => id === known.job?.id) ? known.job : null
  // A job without a time keeps the one at which it was first seen.
  const timeOf = ({ id, createdAt }: AutomationJob) => {
    const at = Date.parse(createdAt ?? '')
    if (!Number.isNaN(at)) return at
    return id === known.job?.id ? known.job.at : now
  }
  for (const job of jobs) {
    const at = timeOf(job)
    const { id, kind, status } = job
    if (!last || at > last.at || id === last.id) {
      const stage = job.isGone ? 'failed' : stageOf(status, ends)
      const isCleared = id === known.job?.id && stage === known.job.stage && known.job.isCleared
      last = { id, kind, stage, at, ...(isCleared ? { isCleared } : {}) }
    }
    const flags = flagsIn(job.result, words)
    if (flags.length === 0 || (flag && at < flag.at)) continue
    const warnings = flags.filter(([, value]) => value === 'warning').slice(0, mostWarnings)
    flag = { worst: worstOf(flags), warnings: warnings.map(([name]) => name.slice(0, longestName)), at }
  }
  return { flag, job: last }
}

const worstFirst = ['failed', 'stopped', 'passed'] as const

/**
 * Returns what came of a run on each of its phones: the worst of its flows. A phone on which none could run is not among
 * them. @param at when it ended
 */
export function outcomeOfRun(
  cases: readonly FlowCase[],
  run: string,
  at: number,
): Map<string, NonNullable<PhoneOutcome['flow']>> {
  const found = new Map<string, NonNullable<PhoneOutcome['flow']>>()
  for (const verdict of worstFirst)
    for (const { publicId, flow, verdict: own } of cases)
      if (own === verdict && !found.has(publicId))
        found.set(publicId, { name: flow.slice(0, longestName), verdict, run, at })
  return found
}

/** Returns what changes when a person clears marks of a phone: what marks nothing stays. */
export function cleared(outcome: PhoneOutcome, kinds: readonly ClearableKind[]): Partial<PhoneOutcome> {
  const marked = clearableOf(wordsOf(outcome)).filter((kind) => kinds.includes(kind))
  return {
    ...(marked.includes('flow') ? { flow: null } : {}),
    ...(marked.includes('job') && outcome.job ? { job: { ...outcome.job, isCleared: true } } : {}),
  }
}
