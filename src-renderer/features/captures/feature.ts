import type { PageFeature } from '../../commands/page-feature'
import { useRecordings } from '../../stores/recordings'
import { useCaptures } from './captures'
import CapturesTab from './CapturesTab.vue'
import { captureCommands } from './commands'
import { isUnderWay } from './conversion'
import { useConversions } from './conversions'

const running = () => useRecordings().byPhone.size + useConversions().all.filter(isUnderWay).length

export const feature = {
  stores: () => [useCaptures()],
  commands: captureCommands,
  tabs: { captures: { content: CapturesTab, running } },
  lastingDialogs: ['convert', 'delete-captures'],
} satisfies PageFeature
