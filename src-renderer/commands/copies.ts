import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Press } from '../../src-shared/protocol/action'

export type Chord = Press & { modifiers: string[]; key: string }

/** A copy on a phone whose text is not on the computer's clipboard yet. */
export interface PendingCopy {
  publicId: string
  chord: Chord
}

/** Copies that phones have been asked for, oldest first. */
export const useCopies = defineStore('copies', () => {
  const pending = shallowRef<readonly PendingCopy[]>([])
  return { pending }
})
