import AboutDialog from './AboutDialog.vue'
import GuideDialog from './GuideDialog.vue'

declare module '../../stores/dialogs' {
  interface DialogData {
    about: object
    guide: object
  }
}

export const dialogs = {
  about: AboutDialog,
  guide: GuideDialog,
}
