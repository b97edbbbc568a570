import { isDeepStrictEqual } from 'node:util'
import type { AppEvent } from '../../../src-shared/bridge/app-state'
import { stepHasEnded, type Task, type TaskStep } from '../../../src-shared/features/task-state'

const isMissed = ({ state }: TaskStep) => state === 'failed' || state === 'unknown' || state === 'not-tried'

/** Returns what reports the tasks after each change: the list when it is another, else what has changed, and missed actions. */
export function createTaskReports(emit: (event: AppEvent) => void): (tasks: Task[]) => void {
  let last: readonly Task[] = []

  /** Reports a missed action on its phone; several phones with the same cause share one notice. */
  const reportMissed = ({ work, steps, endedBy }: Task, before: Task | undefined) => {
    if (work.kind !== 'act') return
    const { action } = work
    const missed = steps.filter((step, at) => {
      const was = before?.steps[at]
      return isMissed(step) && !(was && stepHasEnded(was))
    })
    const isEnded = ({ fault }: TaskStep) => endedBy !== null && isDeepStrictEqual(fault ?? endedBy, endedBy)
    const ended = missed.filter(isEnded)
    const isOfSeveral = ended.length > 1
    if (endedBy && isOfSeveral) {
      const names = ended.map(({ deviceName }) => deviceName)
      emit({ type: 'notice', publicId: null, fault: { kind: 'run-ended', because: endedBy, names }, action })
    }
    for (const step of missed) {
      const fault = step.fault ?? endedBy
      if (fault && !(isOfSeveral && isEnded(step)))
        emit({ type: 'notice', publicId: step.publicId, fault, action })
    }
  }

  return (tasks) => {
    // A finished task keeps its object.
    const changed = tasks.filter((task) => !last.includes(task))
    const areTheSame = tasks.length === last.length && tasks.every(({ id }, at) => id === last[at]?.id)
    if (!areTheSame) emit({ type: 'tasks', tasks })
    else for (const task of changed) emit({ type: 'task', task })
    for (const task of changed)
      reportMissed(
        task,
        last.find(({ id }) => id === task.id),
      )
    last = tasks
  }
}
