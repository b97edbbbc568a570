import { underWayOf } from '../../../src-shared/features/upload-state'
import type { PageFeature } from '../../commands/page-feature'
import { uploadCommands } from './commands'
import { useUploads } from './uploads'
import UploadsTab from './UploadsTab.vue'

export const feature = {
  stores: () => [useUploads()],
  commands: (_, { pickFiles }) => uploadCommands(pickFiles),
  tabs: { uploads: { content: UploadsTab, running: () => underWayOf(useUploads().sum) } },
  lastingDialogs: ['cancel-uploads'],
} satisfies PageFeature
