import InterruptDialog from './InterruptDialog.vue'
import JobsDialog from './JobsDialog.vue'

declare module '../../stores/dialogs' {
  interface DialogData {
    interrupt: { publicIds: readonly string[] }
    jobs: object
  }
}

export const dialogs = {
  interrupt: InterruptDialog,
  jobs: JobsDialog,
}
