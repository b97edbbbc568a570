import { underWayOf } from '../../../src-shared/features/upload-state'
import type { PageFeature } from '../../commands/page-feature'
import { uploadCommands } from './commands'
import { useUploads } from './uploads'
import UploadsTab from './UploadsTab.vue'
const running = () => underWayOf(useUploads().sum)
const failed = () => {
  const { counts } = useUploads().sum
  return counts.failed + counts.unknown
}

export const feature = {
  stores: () => [useUploads()],
  commands: (_, { pickFiles }) => uploadCommands(pickFiles),
  tabs: { uploads: { content: UploadsTab, running, failed } },
  lastingDialogs: ['cancel-uploads'],
} satisfies PageFeature
