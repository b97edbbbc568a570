import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Run } from '../../src-shared/bridge/contract'

/** Work on many phones: what is under way in the open fleet, and what is over and not yet put away. */
export const useRuns = defineStore('runs', () => {
  const runs = shallowRef<Run[]>([])
  const replace = (next: Run[]) => (runs.value = next)
  return { runs, replace }
})
