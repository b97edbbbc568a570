import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { FleetSummary } from '../../src-shared/features/fleets-state'
import type { UploadQuestion } from '../rules/upload-question'

/** An action whose dialog asks for a value first. */
export type PreparedAction = 'open-url' | 'open-app' | 'clipboard-set' | 'text'
/** An action whose dialog shows what phones answer. */
export type Question = 'clipboard-get' | 'ip'

type AboutNothing =
  | 'about'
  | 'add-fleet'
  | 'budgets'
  | 'cancel-uploads'
  | 'flows'
  | 'import-csv'
  | 'jobs'
  | 'labels'
  | 'left-work'
  | 'palette'
  | 'patrol'
  | 'settings'
  | 'shortcuts'
  | 'sort'
type AboutPhones =
  | 'contact-sheet'
  | 'gesture'
  | 'interrupt'
  | 'name-pattern'
  | 'press'
  | 'set-labels'
  | 'watch'

/** What each dialog is about, by its kind. */
type DialogData = Record<AboutNothing, object> &
  Record<AboutPhones, { publicIds: readonly string[] }> &
  Record<'change-fleet' | 'forget-fleet', { fleet: FleetSummary }> & {
    /** The activity log, of these phones or of all (null). */
    activity: { publicIds: readonly string[] | null; onlyFailed?: boolean }
    answer: { what: Question; publicIds: readonly string[] }
    /** The paths of recordings to convert, to begin with. */
    convert: { paths: readonly string[] }
    /** Something that is hard to undo on many phones, and what does it after the question. */
    'many-phones': { what: string; phones: number; run: () => void }
    prepare: { what: PreparedAction; publicIds: readonly string[] }
    /** The phones whose screenshots would cost a snapshot each, as files or for the clipboard. */
    screenshots: { publicIds: readonly string[]; toClipboard: boolean }
    /** Reactive: folders are read while it is open. */
    upload: { question: UploadQuestion }
  }
export type DialogKind = keyof DialogData
export type Dialog = {
  [Kind in DialogKind]: { readonly kind: Kind } & Readonly<DialogData[Kind]>
}[DialogKind]
type DialogOf<Kind extends DialogKind> = Extract<Dialog, { kind: Kind }>
/** A dialog and the number of its opening. */
export type OpenDialog = { readonly id: number; readonly dialog: Dialog }

/** These stay when another fleet opens. */
const ofEveryFleet = new Set<DialogKind>([
  'about',
  'activity',
  'add-fleet',
  'cancel-uploads',
  'change-fleet',
  'convert',
  'forget-fleet',
  'labels',
  'left-work',
  'palette',
  'settings',
  'shortcuts',
  'sort',
])

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

  /** Closes the dialogs about phones of the fleet that was open. */
  const forget = () => {
    stack.value = stack.value.filter(({ dialog }) => ofEveryFleet.has(dialog.kind))
    phoneMenu.value = null
  }

  return { stack, phoneMenu, open, close, find, isAnyOpen, forget }
})
