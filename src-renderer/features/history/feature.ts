import type { PageFeature } from '../../commands/page-feature'
import { useActivity } from './activity'
import { historyCommands } from './commands'

export const feature = {
  stores: () => [useActivity()],
  commands: historyCommands,
  lastingDialogs: ['activity'],
} satisfies PageFeature
