import ConfirmDialog from '../base/ConfirmDialog.vue'
import PatrolDialog from '../wall/PatrolDialog.vue'
import CommandPalette from './commands/CommandPalette.vue'
import ShortcutSheet from './commands/ShortcutSheet.vue'
import StopEverythingDialog from './StopEverythingDialog.vue'

declare module '../stores/dialogs' {
  interface DialogData {
    /** For one phone, where a person types on it; else for the phones at hand. */
    palette: { publicId?: string }
    patrol: object
    shortcuts: object
    'stop-everything': object
  }
}

export const dialogs = {
  confirm: ConfirmDialog,
  palette: CommandPalette,
  patrol: PatrolDialog,
  shortcuts: ShortcutSheet,
  'stop-everything': StopEverythingDialog,
}
