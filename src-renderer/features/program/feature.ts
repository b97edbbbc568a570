import type { PageFeature } from '../../commands/page-feature'
import { programCommands } from './commands'

export const feature = {
  commands: programCommands,
  lastingDialogs: ['about', 'guide'],
} satisfies PageFeature
