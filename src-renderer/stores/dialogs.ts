import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { FleetSummary } from '../../src-shared/bridge/fleets-state'
import type { UploadQuestion } from '../rules/upload-question'

/** An action whose dialog asks for a value first. */
export type PreparedAction = 'open-url' | 'open-app' | 'clipboard-set' | 'text'
/** An action whose dialog shows what phones answer. */
export type Question = 'clipboard-get' | 'ip'

/** Which dialogs and menus of the window are open, and what each is about; null or false is closed. */
export const useDialogs = defineStore('dialogs', () => {
  const about = ref(false)
  const addFleet = ref(false)
  const palette = ref(false)
  const settings = ref(false)
  const shortcuts = ref(false)
  const forgetFleet = shallowRef<FleetSummary | null>(null)
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
  /** The phones whose screenshots would cost a snapshot each, as files or for the clipboard. */
  const screenshots = shallowRef<{ publicIds: readonly string[]; toClipboard: boolean } | null>(null)
  /** The phones of a contact sheet. */
  const contactSheet = shallowRef<readonly string[] | null>(null)
  /** The paths of recordings to convert, to begin with. */
  const convert = shallowRef<readonly string[] | null>(null)
  /** The phones whose pending jobs would be interrupted. */
  const interrupt = shallowRef<readonly string[] | null>(null)
  /** Something that is hard to undo on many phones, and what does it after the question. */
  const many = shallowRef<{ what: string; phones: number; run: () => void } | null>(null)
  const sort = ref(false)
  const labels = ref(false)
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
  const patrol = ref(false)
  const upload = shallowRef<UploadQuestion | null>(null)
  const cancelUploads = ref(false)
  const leftWork = ref(false)

  const all = {
    about,
    addFleet,
    palette,
    settings,
    shortcuts,
    forgetFleet,
    changeFleet,
    prepare,
    press,
    gesture,
    answer,
    phoneMenu,
    screenshots,
    contactSheet,
    convert,
    interrupt,
    many,
    sort,
    labels,
    setLabels,
    namePattern,
    importCsv,
    activity,
    watch,
    jobs,
    flows,
    budgets,
    patrol,
    upload,
    cancelUploads,
    leftWork,
  }
  /** Whether any is open, or reads what it will show. */
  const isAnyOpen = computed(() => Object.values(all).some(({ value }) => value !== null && value !== false))

  /** Closes the dialogs about phones of the fleet that was open. */
  const forget = () => {
    prepare.value =
      press.value =
      gesture.value =
      answer.value =
      phoneMenu.value =
      screenshots.value =
      contactSheet.value =
        null
    many.value = interrupt.value = setLabels.value = namePattern.value = upload.value = null
    importCsv.value = false
    watch.value = null
    jobs.value = budgets.value = flows.value = patrol.value = false
  }
  /** Closes the question about phones that have all left the fleet. */
  const keepOnly = (ids: ReadonlySet<string>) => {
    const left = interrupt.value?.filter((publicId) => ids.has(publicId)) ?? []
    interrupt.value = left.length > 0 ? left : null
  }

  return { ...all, isAnyOpen, forget, keepOnly }
})
