import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { LastView } from '../../src-shared/bridge/last-view'
import { useFilter } from '../stores/filter'
import { useSelection } from '../stores/selection'
import { useView } from '../stores/view'

/** The filter, selection and focus that a fleet was left with, until its list of phones is there. */
export const useLastView = defineStore('last-view', () => {
  const filter = useFilter()
  const selection = useSelection()
  const view = useView()
  const waiting = shallowRef<LastView | null>(null)
  const isWaiting = computed(() => waiting.value !== null)

  /** Restores the filter at once, and keeps the rest until the phones are listed. */
  const begin = (last: LastView) => {
    const { search, labels, conditions, saved } = last
    filter.restore({ search, labels, conditions }, saved)
    waiting.value = last
  }
  /** Restores selection and focus among these phones. */
  const restore = (ids: ReadonlySet<string>) => {
    if (!waiting.value) return
    const { selected, focused } = waiting.value
    waiting.value = null
    selection.select(selected.filter((id) => ids.has(id)))
    if (focused !== null && ids.has(focused)) view.open(focused)
  }

  return { isWaiting, begin, restore }
})
