import type { PreparedAction } from './prepared'
import AnswerDialog from './AnswerDialog.vue'
import GestureDialog from './GestureDialog.vue'
import PrepareDialog from './PrepareDialog.vue'
import PressDialog from './PressDialog.vue'

declare module '../../stores/dialogs' {
  interface DialogData {
    answer: { task: string }
    gesture: { publicIds: readonly string[] }
    prepare: { what: PreparedAction; publicIds: readonly string[] }
    press: { publicIds: readonly string[] }
  }
}

export const dialogs = {
  answer: AnswerDialog,
  gesture: GestureDialog,
  prepare: PrepareDialog,
  press: PressDialog,
}
