import type { PageFeature } from '../../commands/page-feature'
import { phoneEditCommands } from './commands'
import { useDrafts } from './drafts'
import { returnRefusedDrafts } from './return-refused-drafts'
import { tellImports } from './tell-imports'

export const feature = {
  stores: () => [useDrafts()],
  commands: phoneEditCommands,
  lastingDialogs: ['labels'],
  follow() {
    returnRefusedDrafts()
    tellImports()
  },
} satisfies PageFeature
