import { watch } from 'vue'
import { taskHasEnded } from '../../../src-shared/features/task-state'
import { useDrafts } from './drafts'
import { useTasks } from '../../stores/tasks'

/** Brings a draft of the inspector back to its form once the service has refused it. */
export function returnRefusedDrafts(): void {
  const drafts = useDrafts()
  const tasks = useTasks()
  watch(
    () => tasks.tasks.filter((task) => drafts.sent.has(task.id) && taskHasEnded(task)),
    (ended) => {
      for (const { id, steps } of ended)
        drafts.answered(
          id,
          steps.map(({ state, fault }) => (state === 'failed' ? fault : null)),
        )
    },
  )
}
