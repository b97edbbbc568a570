import ContactSheetDialog from './ContactSheetDialog.vue'
import ScreenshotDialog from './ScreenshotDialog.vue'

declare module '../../stores/dialogs' {
  interface DialogData {
    'contact-sheet': { publicIds: readonly string[] }
    /** The phones whose screenshots would cost a snapshot each, as files or for the clipboard. */
    screenshots: { publicIds: readonly string[]; toClipboard: boolean }
  }
}

export const dialogs = {
  'contact-sheet': ContactSheetDialog,
  screenshots: ScreenshotDialog,
}
