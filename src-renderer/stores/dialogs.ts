import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'

/** What each dialog is about, by its kind; each feature adds its own. */
export interface DialogData {
  /** A question about the open fleet, the words of its two buttons, and what is done after a yes. */
  confirm: { title: string; about: string; confirm: string; cancel: string; run: () => void }
}
export type DialogKind = keyof DialogData
export type Dialog = {
  [Kind in DialogKind]: { readonly kind: Kind } & Readonly<DialogData[Kind]>
}[DialogKind]
type DialogOf<Kind extends DialogKind> = Extract<Dialog, { kind: Kind }>
/** A dialog and the number of its opening. */
export type OpenDialog = { readonly id: number; readonly dialog: Dialog }

/** The open dialogs and menus of the window, and what each is about. */
export const useDialogs = defineStore('dialogs', () => {
  /** A later one lies over an earlier one. */
  const stack = shallowRef<readonly OpenDialog[]>([])
  /** The phone whose menu is open, and where, in client px. */
  const phoneMenu = shallowRef<{ publicId: string; x: number; y: number } | null>(null)
  let openings = 0

  const close = (kind: DialogKind) => {
    stack.value = stack.value.filter(({ dialog }) => dialog.kind !== kind)
  }
  /** Returns what the open dialog of a kind is about. */
  const find = <Kind extends DialogKind>(kind: Kind): DialogOf<Kind> | undefined =>
    stack.value.map(({ dialog }) => dialog).find((dialog): dialog is DialogOf<Kind> => dialog.kind === kind)
  /** Opens a dialog over those that are open, and in place of one of its kind. One that is about nothing stays as it is. */
  const open = (dialog: Dialog) => {
    if (Object.keys(dialog).length === 1 && find(dialog.kind)) return
    close(dialog.kind)
    openings += 1
    stack.value = [...stack.value, { id: openings, dialog }]
  }

  /** Whether any is open, or reads what it will show. */
  const isAnyOpen = computed(() => stack.value.length > 0 || phoneMenu.value !== null)

  /** Closes the dialogs about the fleet that was open. @param ofAnyFleet the kinds that stay */
  const forget = (ofAnyFleet: readonly DialogKind[]) => {
    stack.value = stack.value.filter(({ dialog }) => ofAnyFleet.includes(dialog.kind))
    phoneMenu.value = null
  }

  return { stack, phoneMenu, open, close, find, isAnyOpen, forget }
})
