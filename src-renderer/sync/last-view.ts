import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { LastView } from '../../src-shared/bridge/last-view'
import { useFilter } from '../stores/filter'
import { useSelection } from '../stores/selection'
import { useView } from '../stores/view'

/** How the open fleet was left the last time, until its phones are there to be chosen again. */
export const useLastView = defineStore('last-view', () => {
  const filter = useFilter()
  const selection = useSelection()
  const view = useView()
  const waiting = shallowRef<LastView | null>(null)
  const isWaiting = computed(() => waiting.value !== null)

  /** A fleet is being opened: which of its phones are shown needs none of them. */
  const begin = (last: LastView) => {
    const { search, labels, conditions, saved } = last
    filter.restore({ search, labels, conditions }, saved)
    waiting.value = last
  }
  /** Its phones are there; those that are gone by now are forgotten without a word. */
  const restore = (ids: ReadonlySet<string>) => {
    if (!waiting.value) return
    const { selected, focused } = waiting.value
    waiting.value = null
    selection.select(selected.filter((id) => ids.has(id)))
    if (focused !== null && ids.has(focused)) view.open(focused)
  }

  return { isWaiting, begin, restore }
})
