import InterruptDialog from './InterruptDialog.vue'
import LaunchDialog from './LaunchDialog.vue'

declare module '../../stores/dialogs' {
  interface DialogData {
    interrupt: { publicIds: readonly string[] }
    launch: { publicIds: readonly string[] }
  }
}

export const dialogs = {
  interrupt: InterruptDialog,
  launch: LaunchDialog,
}
