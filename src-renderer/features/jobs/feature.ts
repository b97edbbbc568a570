import type { PageFeature } from '../../commands/page-feature'
import { useTiles } from '../../stores/tiles'
import { jobCommands } from './commands'
import { useJobs } from './jobs'
import JobMark from './JobMark.vue'
import JobsTab from './JobsTab.vue'

/** Also those that a person has interrupted. */
const pendingJobs = () => [...useTiles().tiles.values()].filter(({ job }) => job !== null).length

export const feature = {
  stores: () => [useJobs()],
  commands: jobCommands,
  tabs: { jobs: { content: JobsTab, running: pendingJobs } },
  answer: JobMark,
} satisfies PageFeature
