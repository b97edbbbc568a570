import type { PageFeature } from '../../commands/page-feature'
import { useRecordings } from '../../stores/recordings'
import { recordingCommands } from './commands'
import RecordingMark from './RecordingMark.vue'

export const feature = {
  stores: () => [useRecordings()],
  commands: recordingCommands,
  mark: RecordingMark,
} satisfies PageFeature
