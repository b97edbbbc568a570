import type { SchedulesFile } from '../../../src-main/core/schedules/kept-schedules'

/** A file that keeps nothing. */
export const noSchedules: SchedulesFile = { read: () => [], write: () => undefined }
