import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { AppEvent } from '../../../src-shared/bridge/app-state'

/** Grows whenever the core's activity log has new entries; the dialog then asks for those that it shows. */
export const useActivity = defineStore('activity', () => {
  const changes = ref(0)
  const take = (event: AppEvent) => {
    if (event.type === 'activity') changes.value += 1
  }
  return { changes, take }
})
