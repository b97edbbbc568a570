import {
  noCounts,
  type FlawedLines,
  type ScheduleCounts,
  type ScheduleReason,
} from '../../../src-shared/features/schedules-state'
import type { Screenshots } from '../../../src-shared/features/captures'
import type { Task, TaskStepStateName } from '../../../src-shared/features/task-state'
import type { Device } from '../../../src-shared/protocol/device'
import type { FlowsFolder } from '../../../src-shared/features/flows-state'
import type { Fleet } from '../open-fleet/fleet'
import type { WindowFlows } from '../flows/in-fleet/window-flows'
import type { Clock } from '../time/clock'
import type { Uploads } from '../uploads/uploads'
import type { BudgetRoom, Costs } from './budget-room'

/** What a schedule's work needs of its window. */
export interface WorkParts {
  clock: Clock
  fleet: Pick<Fleet, 'tasks' | 'nameOf'>
  fleetId: string
  /** The phones of the fleet. */
  devices: readonly Device[]
  flows: Pick<WindowFlows, 'plan' | 'run'> & { list(): Promise<FlowsFolder> }
  uploads: Pick<Uploads, 'add' | 'cancel' | 'to'>
  /** As `Captures.screenshots`, of the open fleet. */
  takeScreenshots: (publicIds: readonly string[]) => Promise<Screenshots>
  /** Returns a kept sheet in base64; null when it is gone. */
  sheetOf: (name: string) => string | null
  /** Called with the id of the run of flows or the task that does the work. */
  onBegun: (workId: string) => void
  /** Waits until there is something to find, which is looked for at each event of the window. @throws the reason of `stop` */
  until: <Found>(find: () => Found | null, stop: AbortSignal) => Promise<Found>
}

/** What came of work that has begun. */
export interface WorkResult {
  /** Those that were left alone are not among them. */
  counts: ScheduleCounts
  spent: Costs
  /** Why it ended early; null when it didn't. */
  reason: ScheduleReason | null
}

/** Two ways to end work: as a person asks, to its next good end; or at once, as the fleet is gone. */
export interface WorkEnds {
  stop: AbortSignal
  gone: AbortSignal
}

/** Work whose cost is known, and that has not begun. */
export interface PreparedWork {
  /** What it uses at least. */
  costs: Costs
  /** Left out: it uses no more than that. */
  mayUseMore?: boolean
  /** Lines of its sheet that are left out; null or left out itself for none. */
  leftOut?: FlawedLines | null
  /** How many phones it is for. */
  phones: number
  /** @throws FaultError when it can't begin; the reason of `gone` */
  begin(ends: WorkEnds, left: BudgetRoom['left']): Promise<WorkResult>
}

export type Prepared = PreparedWork | { reason: ScheduleReason }

/** Calls once when a person stops the work, also if that was before. @returns stops listening */
export function onStop({ stop }: Pick<WorkEnds, 'stop'>, run: () => void): () => void {
  if (stop.aborted) run()
  else stop.addEventListener('abort', run, { once: true })
  return () => stop.removeEventListener('abort', run)
}

/** Counts how the steps of an ended task ended. */
export function countSteps(steps: Task['steps']): WorkResult['counts'] {
  const count = (state: TaskStepStateName) => steps.filter((step) => step.state === state).length
  return {
    ...noCounts,
    ...{ done: count('done'), failed: count('failed'), unknown: count('unknown') },
    ...{ stopped: count('cancelled'), unrun: count('not-tried') },
  }
}
