import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { DeviceEdit, Run } from '../../src-shared/bridge/contract'
import { itemHasEnded } from '../../src-shared/bridge/run-state'

/** Work on many phones: what is under way in the open fleet, and what is over and not yet put away. */
export const useRuns = defineStore('runs', () => {
  const runs = shallowRef<Run[]>([])
  /** The edits of each phone that were asked for and are not over, in their order. */
  const pendingEdits = computed(() => {
    const pending = new Map<string, DeviceEdit[]>()
    for (const { work, items } of runs.value) {
      if (work.kind !== 'edit') continue
      for (const { publicId } of items.filter((item) => !itemHasEnded(item))) {
        pending.set(publicId, [...(pending.get(publicId) ?? []), work.edit])
      }
    }
    return pending
  })
  const replace = (next: Run[]) => (runs.value = next)
  const update = (run: Run) => replace(runs.value.map((each) => (each.id === run.id ? run : each)))
  return { runs, pendingEdits, replace, update }
})
