import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { CloseReason } from '../host/host'
import type { VocabularyState } from '../../src-shared/bridge/contract'

/** The page's tie to the core. */
export const useConnection = defineStore('connection', () => {
  const state = ref<'opening' | 'open' | CloseReason>('opening')
  const version = ref('')
  const vocabularyState = shallowRef<VocabularyState | null>(null)
  const vocabulary = computed(() => vocabularyState.value?.words ?? null)
  return { state, version, vocabulary, vocabularyState }
})
