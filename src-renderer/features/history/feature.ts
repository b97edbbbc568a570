import type { PageFeature } from '../../commands/page-feature'
import { useActivity } from '../../stores/activity'
import { useNews } from '../../stores/news'
import ActivityTab from './ActivityTab.vue'
import { historyCommands } from './commands'

export const feature = {
  stores: () => [useActivity()],
  commands: historyCommands,
  tabs: { activity: { content: ActivityTab, news: () => useNews().all.length } },
} satisfies PageFeature
