import type { BudgetName } from '../protocol/budget-name'
import type { Usage } from '../protocol/usage'
import type { TextHit } from './screens-state'

/** A flow that can be run. */
export interface FlowFile {
  /** Relative to the folder; of an example, an id that no file of the folder can have. */
  file: string
  /** Whether it ships with Fleetwall, for the simulated fleet. */
  isExample: boolean
  /** Empty when it can't be read. */
  name: string
  tags: readonly string[]
  steps: number
  /** Mistakes, as `line:column: message`. */
  problems: readonly string[]
  /** The names without a value. */
  names: readonly string[]
  /** What else it lacks for a run, in English. */
  missing: readonly string[]
}

export interface FlowsFolder {
  /** Absolute. */
  folder: string
  files: readonly FlowFile[]
}

/** How flows run; the same options as of `fleetwall test`. */
export interface FlowOptions {
  /** Values for names. */
  env?: Readonly<Record<string, string>> | undefined
  /** How often a failed flow is tried again. */
  retries?: number | undefined
  /** The longest time of one flow in s; 0 for no limit. */
  timeoutS?: number | undefined
  /** How many actions the run may use on all phones together; null for today's budget. */
  mostActions?: number | null | undefined
  /** The same for uploads; left out for today's budget. */
  mostUploads?: number | undefined
  /** Whether each flow runs on one of the phones, in place of all of them. */
  isDivided?: boolean | undefined
}

export const mostRetries = 100
export const mostTimeoutS = 86_400
export const usualTimeoutS = 600

/** Whether a name looks like a secret's: its value is masked, and kept out of reports. */
export const looksSecret = (name: string): boolean =>
  /passw|passphrase|passcode|secret|token|credential/i.test(name) ||
  name
    .split(/[_\d]+|(?<=[a-z])(?=[A-Z])/)
    .some((word) => /^(.*key|.*pin|pincode|otp|pwd|pass)s?$/i.test(word))

/** What a run uses at least. */
export interface FlowPlan {
  actions: number
  uploads: number
  /** Of the budget of active minutes, of all phones together. */
  minutes: number
  /** About how long it takes, with phones that take turns, in ms. */
  ms: number
  /** What the runs under way still use at least, and what they used that the service has not counted yet. */
  promised: { actions: number; uploads: number }
}

/** Returns the first of today's budgets that can't bear a run beside the others; null when all can, or are unknown. */
export function shortageOf(
  { actions, uploads, promised }: Pick<FlowPlan, 'actions' | 'uploads' | 'promised'>,
  usage: Usage | null,
): BudgetName | null {
  if (!usage) return null
  if (actions > 0 && actions + promised.actions > usage.actions.remaining) return 'actions'
  if (uploads > 0 && uploads + promised.uploads > usage.uploads.remaining) return 'uploads'
  return usage.active_minutes.remaining <= 0 ? 'active_minutes' : null
}

export interface FlowStepState {
  /** From 1. */
  number: number
  /** How many commands it stands in. */
  depth: number
  title: string
  state: 'running' | 'passed' | 'failed' | 'warned' | 'skipped' | 'stopped'
  /** Why it failed, in English. */
  message: string | null
}

/** How one flow ended on one phone. */
export interface FlowCase {
  publicId: string
  phone: string
  flow: string
  /** `unrun`: it did nothing, as a job kept the phone for itself or a limit was reached. */
  verdict: 'passed' | 'failed' | 'stopped' | 'unrun'
  /** Why it did not pass, in English, with secrets masked; null when it passed. */
  message: string | null
}

/** One phone of a run. */
export interface FlowPhoneState {
  publicId: string
  name: string
  /** `running` until its last flow ends; then the worst of its flows: failed, stopped, unrun, passed. */
  state: 'waiting' | 'running' | FlowCase['verdict']
  /** How many of its flows ended how, and how many have not. */
  counts: { passed: number; failed: number; stopped: number; unrun: number; left: number }
  /** The flow that runs, or ran last; of a failed phone, its first failed flow. */
  flow: string
  /** Of `flow`. */
  steps: readonly FlowStepState[]
  /** Its first failed flow; null for none. */
  failedFlow: string | null
  /** Why that failed, or why the phone was stopped, in English. */
  message: string | null
  /** What the failed step expected and saw, in English; null where it compared nothing. */
  expected: string | null
  seen: string | null
  /** Its further flows that did not pass, and why, in English; at most 20. */
  others: readonly { flow: string; message: string }[]
  /** Whether a person used the phone during its flow. The flow waits until the person resumes it. */
  isTouched: boolean
  /** The id of an earlier run that uses the phone; null for none. */
  waitsFor: string | null
}

/** Whether a phone has flows that have not ended. */
export const isUnderWay = ({ state }: Pick<FlowPhoneState, 'state'>): boolean =>
  state === 'waiting' || state === 'running'

/** A run of flows. */
export interface FlowRunState {
  id: string
  /** From 1, of this window. */
  number: number
  files: readonly string[]
  /** Of its flows. */
  names: readonly string[]
  /** In ms since the epoch. */
  startedAt: number
  phones: readonly FlowPhoneState[]
  isRunning: boolean
  /** Whether all phones wait before their next step. */
  isPaused: boolean
  isStopping: boolean
  /** Phones that wait for a limit, and until when the first does, in ms since the epoch; null for none, or not for long. */
  waits: { phones: number; until: number } | null
  /** Whether all phones have ended and the report is being written. */
  isReporting: boolean
  /** The path of the HTML report; null until the run has ended. */
  report: string | null
}

/** A text of a phone's screen, and where it is. */
export interface SeenText extends TextHit {
  text: string
}

/** What a check can name: whole lines of a screen, or single words. */
export interface SeenTexts {
  lines: readonly SeenText[]
  words: readonly SeenText[]
}

/** What a check looks for: a text, or a part of the picture, in its pixels. */
export type CheckTarget = { kind: 'text'; text: string } | ({ kind: 'box' } & TextHit)

/** Whether a screen shows something, does not show it or no longer, or comes to show it. */
export type CheckHow = 'visible' | 'gone' | 'awaited'

/** A check that a person inserts into the flow that is recorded. */
export interface CheckRequest {
  /** The number of the picture at which the person looked. */
  look: number
  target: CheckTarget
  how: CheckHow
  /** How long `awaited` waits, in s. */
  waitS: number
}

/** As a pattern can hold it. */
export const longestCheckText = 200
/** In pixels of the picture. */
export const leastCheckSide = 8
export const mostCheckWaitS = 3600

export interface FlowsState {
  /** The phone whose input is recorded; null for none. */
  recording: {
    publicId: string
    phone: string
    /** How many steps there are. */
    inputs: number
    /** The last of them, at most 50, as the flow's file will have them. */
    steps: readonly string[]
  } | null
  /** Those under way, and the last that ended, in the order of their begin. */
  runs: readonly FlowRunState[]
}

export const noFlows: FlowsState = { recording: null, runs: [] }
