import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** A copy on a phone whose text is not on the computer's clipboard yet. */
export interface PendingCopy {
  /** Marks (`textMark`) of the texts that the clipboard may hold without being newer than this copy. */
  readonly older: Set<number>
  /** The computer is known to hold something newer. */
  isOld: boolean
}

/** Copies that phones have been asked for, oldest first. */
export const useCopies = defineStore('copies', () => {
  const pending = shallowRef<readonly PendingCopy[]>([])
  return { pending }
})
