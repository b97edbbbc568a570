import { defineStore } from 'pinia'
import { ref } from 'vue'

/** Grows whenever the core's activity log has new entries; the dialog then asks for those that it shows. */
export const useActivity = defineStore('activity', () => {
  const changes = ref(0)
  return { changes }
})
