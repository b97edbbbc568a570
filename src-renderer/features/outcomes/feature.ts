import type { PageFeature } from '../../commands/page-feature'
import { useOutcomes } from '../../stores/outcomes'
import { outcomeCommands } from './commands'
import OutcomeMark from './OutcomeMark.vue'

export const feature = {
  stores: () => [useOutcomes()],
  commands: outcomeCommands,
  mark: OutcomeMark,
} satisfies PageFeature
