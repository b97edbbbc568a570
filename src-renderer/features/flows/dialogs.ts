import DeleteRunsDialog from './DeleteRunsDialog.vue'

declare module '../../stores/dialogs' {
  interface DialogData {
    /** The run to delete; null for all of the fleet. */
    'delete-runs': { id: string | null }
  }
}

export const dialogs = {
  'delete-runs': DeleteRunsDialog,
}
