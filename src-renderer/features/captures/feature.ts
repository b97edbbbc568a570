import type { PageFeature } from '../../commands/page-feature'
import { captureCommands } from './commands'

export const feature = {
  commands: captureCommands,
} satisfies PageFeature
