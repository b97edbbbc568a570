import AboutDialog from './AboutDialog.vue'

declare module '../../stores/dialogs' {
  interface DialogData {
    about: object
  }
}

export const dialogs = {
  about: AboutDialog,
}
