import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { noTexts, type TextsState } from '../../src-shared/bridge/texts-state'

/** The phones whose screens show the text that is searched for. */
export const useTexts = defineStore('texts', () => {
  const state = shallowRef<TextsState>(noTexts)
  const byPhone = computed(() => new Map(state.value.hits.map((hit) => [hit.publicId, hit])))
  /** The text that the hits show; null while none is searched for. */
  const text = computed(() => state.value.text)
  const reading = computed(() => state.value.reading)
  const replace = (next: TextsState) => (state.value = next)
  return { byPhone, text, reading, replace }
})
