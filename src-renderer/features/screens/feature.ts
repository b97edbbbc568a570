import type { PageFeature } from '../../commands/page-feature'
import { useTexts } from '../../stores/screen-texts'
import { screenCommands } from './commands'
import { reportTextSearch } from './report-text-search'
import { useWatches } from './watches'
import WatchMark from './WatchMark.vue'

export const feature = {
  stores: () => [useTexts(), useWatches()],
  commands: screenCommands,
  mark: WatchMark,
  follow: ({ bridge }) => reportTextSearch(bridge),
} satisfies PageFeature
