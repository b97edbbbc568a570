import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { noRecordings, type RecordingsState } from '../../src-shared/bridge/recordings-state'

/** The recordings that run, or whose files are being closed. */
export const useRecordings = defineStore('recordings', () => {
  const state = shallowRef<RecordingsState>(noRecordings)
  const byPhone = computed(() => new Map(state.value.running.map((each) => [each.publicId, each])))
  const replace = (next: RecordingsState) => (state.value = next)
  return { state, byPhone, replace }
})
