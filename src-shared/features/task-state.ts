import type { Action, Question } from '../protocol/action'
import type { AutomationLaunch } from '../protocol/automation'
import type { Fault } from '../protocol/fault'
import type { DeviceEdit, EditField } from './device-edit'

/**
 * - `waiting`: for its turn; with a fault: for a retry
 * - `under-way`
 * - `done`, `failed`, `unknown`, `cancelled`: final; `unknown` when it may have happened
 * - `not-tried`: final; the task ended before, for a reason that is not this phone's
 */
export type TaskStepStateName =
  | 'waiting'
  | 'under-way'
  | 'done'
  | 'failed'
  | 'unknown'
  | 'cancelled'
  | 'not-tried'

/** One phone's part of a task. */
export interface TaskStep {
  publicId: string
  deviceName: string
  state: TaskStepStateName
  /** Why it failed or is unknown, why it waits for a retry, or why it is still under way. */
  fault: Fault | null
  /** The id of the job that a launch has queued. */
  job?: string
  /** The file of a screenshot that is saved. */
  path?: string
  /** What this phone's own edit names, where each phone has one. */
  fields?: EditField[]
}

/** What a task does on each of its phones. */
export type TaskWork =
  | { kind: 'edit'; edit: DeviceEdit }
  /** Each phone has an edit of its own; all of them together name these fields. */
  | { kind: 'edit'; edit: null; fields: EditField[] }
  | { kind: 'launch'; launch: AutomationLaunch }
  | { kind: 'act'; action: Action }
  /** What phones answer is no part of a task: it may be private, and long (`tasks.answers`). */
  | { kind: 'ask'; action: Question }
  | { kind: 'screenshot' }

/** One thing done on one phone or many, as fast as the service allows. */
export interface Task {
  id: string
  work: TaskWork
  steps: TaskStep[]
  /** Whether no further step is sent until the user resumes it. */
  paused: boolean
  /** Until when all that is left waits for the service, in ms since the epoch; null while it doesn't, or not for long. */
  waitsUntil: number | null
  /** Ms since the epoch. */
  startedAt: number
  /** Why no more phones are tried; null when the reason is one phone's, or the user cancelled. */
  endedBy: Fault | null
}

/** Returns whether a task changes nothing on its phones. */
export function changesNothing({ kind }: TaskWork): boolean {
  return kind === 'ask' || kind === 'screenshot'
}

/** Returns whether a step's state is final. */
export function stepHasEnded({ state }: { state: TaskStepStateName }): boolean {
  return state !== 'waiting' && state !== 'under-way'
}

/** Returns whether all steps of a task have ended. */
export function taskHasEnded({ steps }: { steps: readonly { state: TaskStepStateName }[] }): boolean {
  return steps.every(stepHasEnded)
}

/** Returns how many steps of these tasks have not ended. */
export function stepsLeftOf(tasks: readonly { steps: readonly { state: TaskStepStateName }[] }[]): number {
  return tasks.flatMap(({ steps }) => steps.filter((step) => !stepHasEnded(step))).length
}
