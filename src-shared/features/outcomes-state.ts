import type { JobStage } from './job-stage'
import type { FlowCase } from './flows-state'

/** The worst of a phone's account flags (spec 2). */
export const flagWords = ['warning', 'unknown', 'green'] as const
export type FlagWord = (typeof flagWords)[number]

/** What was last heard of a phone's account, job and flow. Times are in ms since the epoch. */
export interface PhoneOutcome {
  publicId: string
  /** The last account flags; `warnings` names those that warn, as the service does. Null: the service named none. */
  flag: { worst: FlagWord; warnings: readonly string[]; at: number } | null
  /** The last job; null when none is known. `isCleared`: a person has cleared its mark, until its stage is another. */
  job: { id: string; kind: string | null; stage: JobStage; at: number; isCleared?: true | undefined } | null
  /** What came of the last flows that ran together on the phone, and the flow that decided it; null for none. */
  flow: { name: string; verdict: Exclude<FlowCase['verdict'], 'unrun'>; run: string; at: number } | null
}

export const noOutcome = { flag: null, job: null, flow: null } as const

/** Words for outcomes, for the search, filters and exports: those that need a person first. */
export const outcomeWords = [
  'flow:failed',
  'job:failed',
  'job:review',
  'flag:warning',
  'flag:unknown',
  'flow:stopped',
  'job:running',
  'job:waiting',
  'flag:green',
  'job:done',
  'flow:passed',
] as const
export type OutcomeWord = (typeof outcomeWords)[number]

/** What stands on a tile: that something failed, is to be reviewed, or that the account has a warning. */
export const outcomeMarks = ['failed', 'review', 'warning'] as const
export type OutcomeMark = (typeof outcomeMarks)[number]

const marks: Partial<Record<OutcomeWord, OutcomeMark>> = {
  'flow:failed': 'failed',
  'job:failed': 'failed',
  'job:review': 'review',
  'flag:warning': 'warning',
}

/** The words that need a person. */
export const needyWords: readonly OutcomeWord[] = outcomeWords.filter((word) => marks[word] !== undefined)

/** What a person can clear, by the mark that it makes: account flags are the service's to change. */
export const clearableKinds = ['flow', 'job'] as const
export type ClearableKind = (typeof clearableKinds)[number]

/** Returns what of a phone's marks a person can clear. */
export const clearableOf = (words: readonly OutcomeWord[]): ClearableKind[] =>
  clearableKinds.filter((kind) =>
    words.some((word) => needyWords.includes(word) && word.startsWith(`${kind}:`)),
  )

/** Returns the words for a phone's outcome, at most one of each kind. */
export function wordsOf({ flag, job, flow }: Omit<PhoneOutcome, 'publicId'>): OutcomeWord[] {
  const ofJob = job && !job.isCleared && `job:${job.stage}`
  const words = [flag && `flag:${flag.worst}`, ofJob, flow && `flow:${flow.verdict}`]
  return outcomeWords.filter((word) => words.includes(word))
}

/** Returns the worst of what needs a person; null for nothing. */
export function markOf(words: readonly OutcomeWord[]): OutcomeMark | null {
  const own = words.map((word) => marks[word])
  return outcomeMarks.find((mark) => own.includes(mark)) ?? null
}
