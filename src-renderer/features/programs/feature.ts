import type { PageFeature } from '../../commands/page-feature'
import { usePrograms } from '../../stores/programs'

export const feature = {
  stores: () => [usePrograms()],
} satisfies PageFeature
