import InterruptDialog from './InterruptDialog.vue'
import LaunchDialog from './LaunchDialog.vue'
import JobsDialog from './JobsDialog.vue'

declare module '../../stores/dialogs' {
  interface DialogData {
    interrupt: { publicIds: readonly string[] }
    jobs: object
    launch: { publicIds: readonly string[] }
  }
}

export const dialogs = {
  interrupt: InterruptDialog,
  jobs: JobsDialog,
  launch: LaunchDialog,
}
