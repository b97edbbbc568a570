import type { PageFeature } from '../../commands/page-feature'
import { fleetCommands } from './commands'

export const feature = {
  commands: fleetCommands,
  lastingDialogs: ['add-fleet', 'change-fleet', 'forget-fleet'],
} satisfies PageFeature
