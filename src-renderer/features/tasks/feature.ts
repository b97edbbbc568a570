import { taskHasEnded } from '../../../src-shared/features/task-state'
import type { PageFeature } from '../../commands/page-feature'
import { useTasks } from '../../stores/tasks'
import { taskCommands } from './commands'
import TasksTab from './TasksTab.vue'

const running = () => useTasks().tasks.filter((task) => !taskHasEnded(task)).length
/** Counts the phones. */
const failed = () => {
  const steps = useTasks().tasks.flatMap((task) => task.steps)
  const failing = steps.filter(({ state }) => ['failed', 'unknown', 'not-tried'].includes(state))
  return new Set(failing.map(({ publicId }) => publicId)).size
}

export const feature = {
  stores: () => [useTasks()],
  commands: taskCommands,
  tabs: { tasks: { content: TasksTab, running, failed } },
} satisfies PageFeature
