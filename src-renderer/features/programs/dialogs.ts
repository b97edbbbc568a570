import GrantDialog from './GrantDialog.vue'
import ProgramsDialog from './ProgramsDialog.vue'

declare module '../../stores/dialogs' {
  interface DialogData {
    programs: object
    /** `taken` are the names of grants, `onMade` hears of the new one. */
    grant: { taken: readonly string[]; onMade: () => void }
  }
}

export const dialogs = {
  programs: ProgramsDialog,
  grant: GrantDialog,
}
