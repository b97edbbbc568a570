import type { Schedule } from '../../../src-shared/features/schedules-state'
import DeleteScheduleDialog from './DeleteScheduleDialog.vue'
import ScheduleDialog from './ScheduleDialog.vue'

declare module '../../stores/dialogs' {
  interface DialogData {
    /** The schedule to edit; null for a new one, which begins with these phones, if any. */
    schedule: { schedule: Schedule | null; publicIds: readonly string[] }
    'delete-schedule': { id: string; name: string }
  }
}

export const dialogs = {
  schedule: ScheduleDialog,
  'delete-schedule': DeleteScheduleDialog,
}
