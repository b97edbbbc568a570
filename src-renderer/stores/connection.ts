import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { CloseReason } from '../host/host'
import type { Vocabulary } from '../../src-shared/protocol/vocabulary'

/** The page's tie to the core. */
export const useConnection = defineStore('connection', () => {
  const state = ref<'opening' | 'open' | CloseReason>('opening')
  const version = ref('')
  const vocabulary = shallowRef<Vocabulary | null>(null)
  return { state, version, vocabulary }
})
