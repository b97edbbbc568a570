import type { PageFeature } from '../../commands/page-feature'

export const feature = {
  lastingDialogs: ['settings'],
} satisfies PageFeature
