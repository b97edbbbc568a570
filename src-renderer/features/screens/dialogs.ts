import WatchDialog from './WatchDialog.vue'

declare module '../../stores/dialogs' {
  interface DialogData {
    watch: { publicIds: readonly string[] }
  }
}

export const dialogs = {
  watch: WatchDialog,
}
