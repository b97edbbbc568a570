import type { FlowOptions } from './flows-state'

/**
 * What came of a flow on a phone:
 * - `unknown`: Fleetwall ended while it ran
 * - `unrun`: it did nothing: a job kept the phone for itself, a limit was reached, or Fleetwall ended before
 */
export const keptVerdicts = ['passed', 'failed', 'stopped', 'unknown', 'unrun'] as const
export type KeptVerdict = (typeof keptVerdicts)[number]

/** How a run ended; `interrupted` when Fleetwall ended first. */
export const keptEnds = ['done', 'stopped', 'limit', 'refused', 'interrupted'] as const

/** So many of the last runs of a flow are compared. */
export const mostCompared = 20

export type VerdictCounts = Readonly<Record<KeptVerdict, number>>

/** The options of a run that are kept: no values, which may be secrets. */
export type KeptOptions = Pick<FlowOptions, 'retries' | 'timeoutS' | 'mostActions' | 'isDivided'> & {
  /** Whether its values came from a sheet. */
  hasRows?: boolean | undefined
}

/** A run that has ended. */
export interface KeptRun {
  id: string
  /** When it began, in ms since the epoch. */
  at: number
  ms: number
  end: (typeof keptEnds)[number]
  flows: readonly { file: string; name: string }[]
  /** How many. */
  phones: number
  /** Of flows on phones. */
  counts: VerdictCounts
  /** How many actions it used. */
  actions: number
  /** The path of the HTML report; null without one. */
  report: string | null
  /** Of its results, absolute. */
  folder: string
  how: KeptOptions
}

/** A flow on a phone, in a run that has ended. */
export interface KeptCase {
  /** Which of the run's `flows`. */
  flow: number
  /** Tells it from others of the same flow on the same phone; null for one that is alone. */
  title: string | null
  verdict: KeptVerdict
  /** Why it did not pass, in English, with secrets masked. */
  message: string | null
  ms: number
  actions: number
  tries: number
}

/** A phone of a run that has ended. */
export interface KeptPhone {
  publicId: string
  name: string
  cases: readonly KeptCase[]
}

/** How the last runs of a flow ended, the oldest first; at most `mostCompared`. */
export interface FlowTrend {
  file: string
  runs: readonly { id: string; at: number; counts: VerdictCounts }[]
  /** How often a phone's verdict, passed or failed, differs from the one before. */
  changes: number
  /** How often it could. */
  pairs: number
}

/** The same by phone: `verdicts` has a place for each of the runs, with null where the phone was not in it. */
export interface FlowVerdicts extends FlowTrend {
  phones: readonly { publicId: string; name: string; verdicts: readonly (KeptVerdict | null)[] }[]
}

export const noVerdicts: VerdictCounts = { passed: 0, failed: 0, stopped: 0, unknown: 0, unrun: 0 }

/** Counts verdicts by what they are. */
export function countVerdicts(verdicts: Iterable<KeptVerdict>): VerdictCounts {
  const counts = { ...noVerdicts }
  for (const verdict of verdicts) counts[verdict] += 1
  return counts
}

/** Returns the verdict that a person must see first; null for none. */
export function worstVerdict(counts: VerdictCounts): KeptVerdict | null {
  const order = ['failed', 'unknown', 'stopped', 'unrun', 'passed'] as const
  return order.find((verdict) => counts[verdict] > 0) ?? null
}
