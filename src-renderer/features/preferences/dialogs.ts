import SettingsDialog from './SettingsDialog.vue'

declare module '../../stores/dialogs' {
  interface DialogData {
    settings: object
  }
}

export const dialogs = {
  settings: SettingsDialog,
}
