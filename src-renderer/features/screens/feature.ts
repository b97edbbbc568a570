import type { PageFeature } from '../../commands/page-feature'
import { useTexts } from '../../stores/screen-texts'
import { reportTextSearch } from './report-text-search'

export const feature = {
  stores: () => [useTexts()],
  follow: ({ bridge }) => reportTextSearch(bridge),
} satisfies PageFeature
