import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { AppEvent, AppState } from '../../src-shared/bridge/app-state'
import { noTexts, type TextsState } from '../../src-shared/features/screens-state'

/** The phones whose screens show the text that is searched for. */
export const useTexts = defineStore('texts', () => {
  const state = shallowRef<TextsState>(noTexts)
  const byPhone = computed(() => new Map(state.value.hits.map((hit) => [hit.publicId, hit])))
  /** Returns whether the hits are of this text, in any case. */
  const answers = (text: string) => state.value.text?.toLowerCase() === text.toLowerCase()
  const reading = computed(() => state.value.reading)
  const unread = computed(() => state.value.unread)
  const replace = (next: TextsState) => (state.value = next)
  const start = ({ texts }: AppState) => replace(texts)
  const take = (event: AppEvent) => {
    if (event.type === 'texts') replace(event.texts)
  }
  return { byPhone, answers, reading, unread, replace, start, take }
})
