import type { PageFeature } from '../../commands/page-feature'
import { jobCommands } from './commands'
import { useJobs } from './jobs'
import JobMark from './JobMark.vue'

export const feature = {
  stores: () => [useJobs()],
  commands: jobCommands,
  answer: JobMark,
} satisfies PageFeature
