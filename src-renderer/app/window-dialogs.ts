import PatrolDialog from '../wall/PatrolDialog.vue'
import CommandPalette from './commands/CommandPalette.vue'
import ShortcutSheet from './commands/ShortcutSheet.vue'

declare module '../stores/dialogs' {
  interface DialogData {
    palette: object
    patrol: object
    shortcuts: object
  }
}

export const dialogs = {
  palette: CommandPalette,
  patrol: PatrolDialog,
  shortcuts: ShortcutSheet,
}
