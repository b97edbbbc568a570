import type { PageFeature } from '../../commands/page-feature'
import { useUsage } from '../../stores/usage'
import { usageCommands } from './commands'

export const feature = {
  stores: () => [useUsage()],
  commands: usageCommands,
} satisfies PageFeature
