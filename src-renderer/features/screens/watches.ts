import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Watch } from '../../../src-shared/bridge/watches-state'

/** The phones whose screens are watched, and what for. */
export const useWatches = defineStore('watches', () => {
  const all = shallowRef<readonly Watch[]>([])
  const byPhone = computed(() => new Map(all.value.map((watch) => [watch.publicId, watch])))
  const replace = (next: readonly Watch[]) => (all.value = next)
  return { byPhone, replace }
})
