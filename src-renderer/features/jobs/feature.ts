import type { PageFeature } from '../../commands/page-feature'
import { useTiles } from '../../stores/tiles'
import { jobCommands } from './commands'
import { useJobs } from './jobs'
import JobMark from './JobMark.vue'
import JobsTab from './JobsTab.vue'

const runningJobs = () => [...useTiles().tiles.values()].filter(({ state }) => state === 'automation').length

export const feature = {
  stores: () => [useJobs()],
  commands: jobCommands,
  tabs: { jobs: { content: JobsTab, running: runningJobs } },
  answer: JobMark,
} satisfies PageFeature
