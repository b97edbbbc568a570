import type { PageFeature } from '../../commands/page-feature'
import { useNews } from '../../stores/news'
import { followNews } from './follow-news'

export const feature = {
  stores: () => [useNews()],
  follow: followNews,
} satisfies PageFeature
