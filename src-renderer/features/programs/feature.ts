import type { PageFeature } from '../../commands/page-feature'
import { usePrograms } from '../../stores/programs'
import { programsCommands } from './commands'
import AgentMark from './AgentMark.vue'

export const feature = {
  stores: () => [usePrograms()],
  commands: programsCommands,
  lastingDialogs: ['programs', 'grant'],
  mark: AgentMark,
} satisfies PageFeature
