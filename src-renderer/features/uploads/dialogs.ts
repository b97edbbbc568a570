import type { UploadQuestion } from '../../rules/upload-question'
import CancelUploadsDialog from './CancelUploadsDialog.vue'
import UploadDialog from './UploadDialog.vue'

declare module '../../stores/dialogs' {
  interface DialogData {
    'cancel-uploads': object
    /** Reactive: folders are read while it is open. */
    upload: { question: UploadQuestion }
  }
}

export const dialogs = {
  'cancel-uploads': CancelUploadsDialog,
  upload: UploadDialog,
}
