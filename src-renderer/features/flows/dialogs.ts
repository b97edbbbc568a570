import DeleteRunsDialog from './DeleteRunsDialog.vue'
import FlowCheckDialog from './FlowCheckDialog.vue'

declare module '../../stores/dialogs' {
  interface DialogData {
    /** The run to delete; null for all of the fleet. */
    'delete-runs': { id: string | null }
    'flow-check': { publicId: string }
  }
}

export const dialogs = {
  'delete-runs': DeleteRunsDialog,
  'flow-check': FlowCheckDialog,
}
