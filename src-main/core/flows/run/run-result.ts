// What came of a run: one case for each flow on each phone, with its steps.
import type { FlowCase } from '../../../../src-shared/features/flows-state'
import type { Place } from '../language/flow'

/**
 * - `passed`
 * - `failed`
 * - `warned`: failed, but optional
 * - `skipped`: its condition did not hold, or its case ended before
 * - `stopped`: the run was stopped
 */
export type StepState = 'passed' | 'failed' | 'warned' | 'skipped' | 'stopped'

/** One step that was done, or begun. */
export interface StepResult {
  /** From 1, in the order of their begin. */
  number: number
  /** How many commands it stands in. */
  depth: number
  /** Its label, at most 200 characters of it, else its command and argument. */
  title: string
  place: Place
  state: StepState
  /** Since the case began, in ms. */
  atMs: number
  ms: number
  message: string | null
  expected: string | null
  seen: string | null
  /** Of pictures and videos: paths relative to the report's folder. */
  pictures: readonly string[]
}

/** Why a case did not pass. */
export interface CaseFailure {
  message: string
  /** The title of the step; null when none was begun. */
  step: string | null
  place: Place | null
  expected: string | null
  seen: string | null
  /** The frame at failure, relative to the report's folder; null without one. */
  frame: string | null
}

/** How many steps a case had; `steps` may hold only the last ones. */
export const stepCount = ({ steps }: Pick<CaseResult, 'steps'>): number => steps.at(-1)?.number ?? 0

/** Returns a case's verdict as the window shows it: a flow that could do nothing has not failed. */
export const shownVerdict = ({
  verdict,
  isLeftOut,
}: Pick<CaseResult, 'verdict' | 'isLeftOut'>): FlowCase['verdict'] => (isLeftOut ? 'unrun' : verdict)

export interface PhoneName {
  id: string
  name: string
}

/** One flow on one phone. */
export interface CaseResult {
  /** The flow's name; of several cases of the phone, with that of the sheet's row. */
  flow: string
  file: string
  /** The name of the sheet's row, when the phone has several. */
  row: string | null
  phone: PhoneName
  verdict: 'passed' | 'failed' | 'stopped'
  /** Whether it failed before it did anything on the phone: that was away or busy with a job, or a limit was reached. */
  isLeftOut: boolean
  failure: CaseFailure | null
  /** The last 500 of a passed case, the last 1000 of any other. */
  steps: readonly StepResult[]
  /** In ms since the epoch. */
  startedAt: number
  ms: number
  spentActions: number
  tries: number
}

/**
 * Why a run ended before its cases were all done:
 * - `stopped` by a person
 * - `limit`: `--max-actions` or a daily budget is used up
 * - `refused`: the service refused the key
 */
export type RunEnd = 'done' | 'stopped' | 'limit' | 'refused'

export interface RunResult {
  cases: readonly CaseResult[]
  end: RunEnd
  /** In ms since the epoch. */
  startedAt: number
  ms: number
}

/** What a run reports while it goes on, in its order for each phone. */
export type RunEvent =
  | { type: 'run'; startedAt: number; flows: number; phones: readonly PhoneName[]; cases: number }
  | { type: 'flow'; state: 'started'; flow: string; file: string; phone: PhoneName; try: number }
  | {
      type: 'flow'
      state: 'retried'
      flow: string
      file: string
      phone: PhoneName
      try: number
      message: string
    }
  | { type: 'flow'; state: 'ended'; result: CaseResult }
  | {
      type: 'step'
      state: 'started'
      flow: string
      phone: PhoneName
      number: number
      depth: number
      title: string
    }
  | { type: 'step'; state: 'ended'; flow: string; phone: PhoneName; step: StepResult }
