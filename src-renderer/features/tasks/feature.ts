import type { PageFeature } from '../../commands/page-feature'
import { useTasks } from '../../stores/tasks'
import { taskCommands } from './commands'

export const feature = {
  stores: () => [useTasks()],
  commands: taskCommands,
} satisfies PageFeature
