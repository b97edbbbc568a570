import type { PageFeature } from '../../commands/page-feature'

export const feature = {
  lastingDialogs: ['left-work'],
} satisfies PageFeature
