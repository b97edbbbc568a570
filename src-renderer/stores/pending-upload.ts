import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { UploadQuestion } from '../rules/upload-question'

/** What the person is asked about files on their way to phones. */
export const usePendingUpload = defineStore('pushing', () => {
  const asking = shallowRef<UploadQuestion | null>(null)
  /** Whether the person is asked before all that is under way is cancelled. */
  const cancelling = ref(false)
  return { asking, cancelling }
})
