import { defineStore } from 'pinia'
import { reactive, ref, shallowRef } from 'vue'
import type { AppEvent } from '../../src-shared/bridge/app-state'
import type { ActivityKind } from '../../src-shared/features/activity'

/** The core's activity log as this window reads it. */
export const useActivity = defineStore('activity', () => {
  /** Grows whenever there are new entries; the tab then asks for those that it shows. */
  const changes = ref(0)
  /** What the tab shows; kept for as long as the window is open. */
  const filter = reactive<{ text: string; what: ActivityKind | ''; onlyFailed: boolean }>({
    text: '',
    what: '',
    onlyFailed: false,
  })
  /** The phones that it is about, whatever is selected; null for no such choice. */
  const publicIds = shallowRef<readonly string[] | null>(null)
  const showAll = ({ onlyFailed = false } = {}) => {
    Object.assign(filter, { text: '', what: '', onlyFailed })
    publicIds.value = null
  }
  const take = (event: AppEvent) => {
    if (event.type === 'activity') changes.value += 1
    else if (event.type === 'opened') publicIds.value = null
  }
  return { changes, filter, publicIds, showAll, take }
})
