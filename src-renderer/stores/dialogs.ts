import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { FleetSummary } from '../../src-shared/bridge/fleets-state'
import type { UploadQuestion } from '../rules/upload-question'

/** An action whose dialog asks for a value first. */
export type PreparedAction = 'open-url' | 'open-app' | 'clipboard-set' | 'text'
/** An action whose dialog shows what phones answer. */
export type Question = 'clipboard-get' | 'ip'

/** What each dialog is about, by its kind. */
type DialogData = Record<'about' | 'cancel-uploads' | 'labels' | 'left-work' | 'patrol' | 'sort', object> &
  /** The phones whose pending jobs would be interrupted. */
  Record<'interrupt', { publicIds: readonly string[] }> & {
    'forget-fleet': { fleet: FleetSummary }
    /** Something that is hard to undo on many phones, and what does it after the question. */
    'many-phones': { what: string; phones: number; run: () => void }
    /** What an update brought. */
    news: { lines: readonly string[] }
    /** The phones whose screenshots would cost a snapshot each, as files or for the clipboard. */
    screenshots: { publicIds: readonly string[]; toClipboard: boolean }
  }
export type DialogKind = keyof DialogData
export type Dialog = {
  [Kind in DialogKind]: { readonly kind: Kind } & Readonly<DialogData[Kind]>
}[DialogKind]
type DialogOf<Kind extends DialogKind> = Extract<Dialog, { kind: Kind }>
/** A dialog and the number of its opening. */
export type OpenDialog = { readonly id: number; readonly dialog: Dialog }

/** These say nothing about the phones or the work of the open fleet. */
const ofEveryFleet = new Set<DialogKind>([
  'about',
  'cancel-uploads',
  'forget-fleet',
  'labels',
  'left-work',
  'news',
  'sort',
])

/** The open dialogs and menus of the window, and what each is about. */
export const useDialogs = defineStore('dialogs', () => {
  const addFleet = ref(false)
  const palette = ref(false)
  const settings = ref(false)
  const shortcuts = ref(false)
  /** The fleet to rename, or to give another key. */
  const changeFleet = shallowRef<FleetSummary | null>(null)
  const prepare = shallowRef<{ what: PreparedAction; publicIds: readonly string[] } | null>(null)
  /** The phones on which to press something. */
  const press = shallowRef<readonly string[] | null>(null)
  /** The phones of a gesture. */
  const gesture = shallowRef<readonly string[] | null>(null)
  const answer = shallowRef<{ what: Question; publicIds: readonly string[] } | null>(null)
  /** The phone whose menu is open, and where, in client px. */
  const phoneMenu = shallowRef<{ publicId: string; x: number; y: number } | null>(null)
  /** The phones of a contact sheet. */
  const contactSheet = shallowRef<readonly string[] | null>(null)
  /** The paths of recordings to convert, to begin with. */
  const convert = shallowRef<readonly string[] | null>(null)
  /** The phones to label. */
  const setLabels = shallowRef<readonly string[] | null>(null)
  /** The phones to name by a pattern. */
  const namePattern = shallowRef<readonly string[] | null>(null)
  const importCsv = ref(false)
  /** The activity log, of these phones or of all (null). */
  const activity = shallowRef<{ publicIds: readonly string[] | null; failed?: boolean } | null>(null)
  /** The phones to watch. */
  const watch = shallowRef<readonly string[] | null>(null)
  const jobs = ref(false)
  const flows = ref(false)
  const budgets = ref(false)
  const upload = shallowRef<UploadQuestion | null>(null)

  const all = {
    addFleet,
    palette,
    settings,
    shortcuts,
    changeFleet,
    prepare,
    press,
    gesture,
    answer,
    phoneMenu,
    contactSheet,
    convert,
    setLabels,
    namePattern,
    importCsv,
    activity,
    watch,
    jobs,
    flows,
    budgets,
    upload,
  }
  /** A later one lies over an earlier one. */
  const stack = shallowRef<readonly OpenDialog[]>([])
  let openings = 0
  /** Opens a dialog over those that are open, and in place of one of its kind. */
  const open = (dialog: Dialog) => {
    close(dialog.kind)
    openings += 1
    stack.value = [...stack.value, { id: openings, dialog }]
  }
  const close = (kind: DialogKind) => {
    stack.value = stack.value.filter(({ dialog }) => dialog.kind !== kind)
  }
  /** Returns what the open dialog of a kind is about. */
  const find = <Kind extends DialogKind>(kind: Kind): DialogOf<Kind> | undefined =>
    stack.value.map(({ dialog }) => dialog).find((dialog): dialog is DialogOf<Kind> => dialog.kind === kind)

  /** Whether any is open, or reads what it will show. */
  const isAnyOpen = computed(
    () => stack.value.length > 0 || Object.values(all).some(({ value }) => value !== null && value !== false),
  )

  /** Closes the dialogs about phones of the fleet that was open. */
  const forget = () => {
    stack.value = stack.value.filter(({ dialog }) => ofEveryFleet.has(dialog.kind))
    prepare.value = press.value = gesture.value = answer.value = phoneMenu.value = contactSheet.value = null
    setLabels.value = namePattern.value = upload.value = null
    importCsv.value = false
    watch.value = null
    jobs.value = budgets.value = flows.value = false
  }
  return { ...all, stack, open, close, find, isAnyOpen, forget }
})
