import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'

/** Files that a person is asked about before they are sent. */
export interface UploadQuestion {
  publicIds: readonly string[]
  /** Those that were given by themselves. */
  files: readonly File[]
  /** Names of the folders that were given, and the files in them. */
  folders: readonly string[]
  inFolders: readonly File[]
  /** How much of the folders is not sent, by why. */
  leftOut: { system: number; empty: number; unreadable: number }
  /** The folders are still being read. */
  isReading: boolean
}

/** What the person is asked about files on their way to phones. */
export const usePendingUpload = defineStore('pushing', () => {
  const asking = shallowRef<UploadQuestion | null>(null)
  /** Whether the person is asked before all that is under way is cancelled. */
  const cancelling = ref(false)
  return { asking, cancelling }
})
