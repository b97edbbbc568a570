import { noCounts } from '../../../src-shared/features/schedules-state'
import { taskHasEnded, type Task } from '../../../src-shared/features/task-state'
import type { AutomationLaunch } from '../../../src-shared/protocol/automation'
import {
  countSteps,
  onStop,
  type PreparedWork,
  type WorkEnds,
  type WorkParts,
  type WorkResult,
} from './prepared-work'

type TaskParts = Pick<WorkParts, 'fleet' | 'until' | 'onBegun'>

/** Waits for the end of a task; a stop drops the steps that wait. */
async function endOf(
  id: string,
  { fleet: { tasks }, until, onBegun }: TaskParts,
  ends: WorkEnds,
): Promise<Task> {
  onBegun(id)
  const leave = onStop(ends, () => tasks.cancel(id))
  try {
    return await until(() => {
      const task = tasks.all().find((each) => each.id === id)
      return task && taskHasEnded(task) ? task : null
    }, ends.gone)
  } finally {
    leave()
  }
}

const sentOf = ({ done, unknown }: WorkResult['counts']) => done + unknown

/** Launches an automation once on each phone: an action each (spec 4.12). */
export function launchWork(
  launch: AutomationLaunch,
  publicIds: readonly string[],
  parts: TaskParts,
): PreparedWork {
  return {
    costs: { actions: publicIds.length },
    phones: publicIds.length,
    async begin(ends) {
      const { steps, endedBy } = await endOf(parts.fleet.tasks.launch(publicIds, launch), parts, ends)
      const counts = countSteps(steps)
      const reason = endedBy && ({ kind: 'fault', fault: endedBy } as const)
      return { counts, spent: { actions: sentOf(counts) }, reason }
    },
  }
}

/** Saves each phone's screen: what a live one shows is free, another one's is a snapshot. */
export function screenshotWork(
  publicIds: readonly string[],
  parts: TaskParts & Pick<WorkParts, 'takeScreenshots'>,
): PreparedWork {
  return {
    costs: { snapshots: publicIds.length },
    phones: publicIds.length,
    async begin(ends) {
      const { saved, failed, task: id } = await parts.takeScreenshots(publicIds)
      const free = { ...noCounts, done: saved.length, failed: failed.length }
      const [fault] = failed.map((each) => each.fault)
      const ownReason = fault ? ({ kind: 'fault', fault } as const) : null
      if (id === undefined) return { counts: free, spent: {}, reason: ownReason }
      const { steps, endedBy } = await endOf(id, parts, ends)
      const counts = countSteps(steps)
      return {
        counts: { ...counts, done: counts.done + free.done, failed: counts.failed + free.failed },
        spent: { snapshots: sentOf(counts) },
        reason: endedBy ? { kind: 'fault', fault: endedBy } : ownReason,
      }
    },
  }
}
