import type { Action } from '../protocol/action'
import type { AutomationLaunch } from '../protocol/automation'
import type { Fault } from '../protocol/fault'
import type { DeviceEdit } from './device-edit'

/**
 * - `waiting`: for its turn; with a fault: for another try
 * - `under-way`
 * - `done`, `failed`, `unknown`, `cancelled`: final; `unknown` when it may have been carried out
 * - `not-tried`: final; the run had ended before, for a reason that is not this phone's
 */
export type TaskStepStateName =
  | 'waiting'
  | 'under-way'
  | 'done'
  | 'failed'
  | 'unknown'
  | 'cancelled'
  | 'not-tried'

/** One phone of a run. */
export interface TaskStep {
  publicId: string
  deviceName: string
  state: TaskStepStateName
  /** Why it failed or is not known to have succeeded, why it has to be tried again, or why it is under way for so long. */
  fault: Fault | null
}

/** What a run does on each of its phones. */
export type TaskWork =
  | { kind: 'edit'; edit: DeviceEdit }
  | { kind: 'launch'; launch: AutomationLaunch }
  | { kind: 'act'; action: Action }

/** The same work on one phone or many, carried out as fast as the service allows. */
export interface Task {
  id: string
  work: TaskWork
  items: TaskStep[]
  /** Ms since the epoch. */
  startedAt: number
  /** How long it will take from now, in ms; null when it is over. */
  endsInMs: number | null
  /** Why no more phones are tried, where the reason is not one phone's and nobody cancelled it. */
  endedBy: Fault | null
}

/** Whether an item of a run is over, well or not. */
export function itemHasEnded({ state }: { state: TaskStepStateName }): boolean {
  return state !== 'waiting' && state !== 'under-way'
}

/** How many steps of these runs are not over: those that wait, and those that are under way. */
export function stepsLeftOf(tasks: readonly { items: readonly { state: TaskStepStateName }[] }[]): number {
  return tasks.flatMap(({ items }) => items.filter((item) => !itemHasEnded(item))).length
}
