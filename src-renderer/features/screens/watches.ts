import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { AppEvent, AppState } from '../../../src-shared/bridge/app-state'
import type { Watch } from '../../../src-shared/features/screens-state'
import { useNotices } from '../../stores/notices'

/** The phones whose screens are watched, and what for. */
export const useWatches = defineStore('watches', () => {
  const all = shallowRef<readonly Watch[]>([])
  const byPhone = computed(() => new Map(all.value.map((watch) => [watch.publicId, watch])))
  const replace = (next: readonly Watch[]) => (all.value = next)
  const start = ({ watches }: AppState) => replace(watches)
  const take = (event: AppEvent) => {
    if (event.type === 'watches') replace(event.watches)
    else if (event.type === 'watched') useNotices().add({ kind: 'watched', watches: [event.watch] }, null)
    else if (event.type === 'unwatched') useNotices().add({ kind: 'unwatched', n: event.n }, null)
  }
  return { byPhone, replace, start, take }
})
