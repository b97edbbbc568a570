import type { PageFeature } from '../../commands/page-feature'
import { uploadCommands } from './commands'
import { useUploads } from './uploads'

export const feature = {
  stores: () => [useUploads()],
  commands: (_, { pickFiles }) => uploadCommands(pickFiles),
  lastingDialogs: ['cancel-uploads'],
} satisfies PageFeature
