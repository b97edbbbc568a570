import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { AppEvent, AppState } from '../../src-shared/bridge/app-state'
import { noRecordings, type RecordingsState } from '../../src-shared/features/recordings-state'
import { useNotices } from './notices'

/** The recordings that run, or whose files are being closed. */
export const useRecordings = defineStore('recordings', () => {
  const state = shallowRef<RecordingsState>(noRecordings)
  const byPhone = computed(() => new Map(state.value.running.map((each) => [each.publicId, each])))
  const replace = (next: RecordingsState) => (state.value = next)
  const start = ({ recordings }: AppState) => replace(recordings)
  const take = (event: AppEvent) => {
    if (event.type === 'recordings') replace(event.recordings)
    else if (event.type === 'recorded') useNotices().add({ kind: 'recorded', files: event.files }, null)
  }
  return { state, byPhone, replace, start, take }
})
