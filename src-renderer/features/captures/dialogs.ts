import type { Capture } from '../../../src-shared/features/captures'
import ContactSheetDialog from './ContactSheetDialog.vue'
import ConvertDialog from './ConvertDialog.vue'
import DeleteCapturesDialog from './DeleteCapturesDialog.vue'
import ScreenshotDialog from './ScreenshotDialog.vue'

declare module '../../stores/dialogs' {
  interface DialogData {
    'contact-sheet': { publicIds: readonly string[] }
    /** The recordings to convert. */
    convert: { recordings: readonly Capture[] }
    /** The files to delete. */
    'delete-captures': { captures: readonly Capture[] }
    /** The phones whose screenshots would cost a snapshot each, as files or for the clipboard. */
    screenshots: { publicIds: readonly string[]; toClipboard: boolean }
  }
}

export const dialogs = {
  'contact-sheet': ContactSheetDialog,
  convert: ConvertDialog,
  'delete-captures': DeleteCapturesDialog,
  screenshots: ScreenshotDialog,
}
