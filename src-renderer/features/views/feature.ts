import type { PageFeature } from '../../commands/page-feature'
import { viewCommands } from './commands'

export const feature = {
  commands: viewCommands,
  lastingDialogs: ['sort'],
} satisfies PageFeature
