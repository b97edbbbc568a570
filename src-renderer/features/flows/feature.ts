import type { PageFeature } from '../../commands/page-feature'
import { useFlows } from '../../stores/flows'
import { flowCommands } from './commands'

export const feature = {
  stores: () => [useFlows()],
  commands: flowCommands,
} satisfies PageFeature
