import ActivityDialog from './ActivityDialog.vue'

declare module '../../stores/dialogs' {
  interface DialogData {
    /** The activity log, of these phones or of all (null). */
    activity: { publicIds: readonly string[] | null; onlyFailed?: boolean }
  }
}

export const dialogs = {
  activity: ActivityDialog,
}
