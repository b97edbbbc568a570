import type { SheetUse } from '../../rules/sheet-use'
import SheetDialog from './SheetDialog.vue'

declare module '../../stores/dialogs' {
  interface DialogData {
    /** What the values are for, and what each is made of, the phones they are for, and files; left out: as the last time. */
    sheet: { use?: SheetUse; template?: string; publicIds?: readonly string[]; files?: readonly File[] }
  }
}

export const dialogs = { sheet: SheetDialog }
