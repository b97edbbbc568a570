import type { PageFeature } from '../../commands/page-feature'
import { sheetCommands } from './commands'
import { useOpenSheet } from './open-sheet'

export const feature = { stores: () => [useOpenSheet()], commands: sheetCommands } satisfies PageFeature
