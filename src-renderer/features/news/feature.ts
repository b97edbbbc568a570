import type { PageFeature } from '../../commands/page-feature'
import { followNews } from './follow-news'
import { useNews } from './news'

export const feature = {
  stores: () => [useNews()],
  follow: followNews,
} satisfies PageFeature
