import type { PageFeature } from '../../commands/page-feature'
import { useActivity } from '../../stores/activity'
import ActivityTab from './ActivityTab.vue'
import { historyCommands } from './commands'

export const feature = {
  stores: () => [useActivity()],
  commands: historyCommands,
  tabs: { activity: { content: ActivityTab } },
} satisfies PageFeature
