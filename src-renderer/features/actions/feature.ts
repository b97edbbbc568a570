import type { PageFeature } from '../../commands/page-feature'
import { actionCommands } from './commands'

export const feature = {
  commands: actionCommands,
} satisfies PageFeature
