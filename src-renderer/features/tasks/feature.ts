import { taskHasEnded } from '../../../src-shared/features/task-state'
import type { PageFeature } from '../../commands/page-feature'
import { useTasks } from '../../stores/tasks'
import { taskCommands } from './commands'
import TasksTab from './TasksTab.vue'

const running = () => useTasks().tasks.filter((task) => !taskHasEnded(task)).length

export const feature = {
  stores: () => [useTasks()],
  commands: taskCommands,
  tabs: { tasks: { content: TasksTab, running } },
} satisfies PageFeature
