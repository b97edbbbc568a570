import type { Schedule } from '../../../src-shared/features/schedules-state'
import ScheduleDialog from './ScheduleDialog.vue'

declare module '../../stores/dialogs' {
  interface DialogData {
    /** The schedule to edit; null for a new one, which begins with these phones, if any. */
    schedule: { schedule: Schedule | null; publicIds: readonly string[] }
  }
}

export const dialogs = { schedule: ScheduleDialog }
