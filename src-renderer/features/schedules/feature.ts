import type { PageFeature } from '../../commands/page-feature'
import { scheduleCommands } from './commands'
import { useSchedules } from './schedules'
import SchedulesTab from './SchedulesTab.vue'

export const feature = {
  stores: () => [useSchedules()],
  commands: scheduleCommands,
  tabs: {
    schedules: {
      content: SchedulesTab,
      running: () => useSchedules().running.length,
      failed: () => useSchedules().failing.length,
    },
  },
} satisfies PageFeature
