import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { AppEvent, AppState } from '../../src-shared/bridge/app-state'
import { noPrograms } from '../../src-shared/features/programs-state'

/** The door for programs and agents. */
export const usePrograms = defineStore('programs', () => {
  const now = shallowRef(noPrograms)
  /** The names of the programs that act on phones, by phone. */
  const holds = computed(() => new Map(now.value.holds.map(({ publicId, name }) => [publicId, name])))
  const start = ({ programs }: AppState) => (now.value = programs)
  const take = (event: AppEvent) => {
    if (event.type === 'programs') now.value = event.programs
  }
  return { now, holds, start, take }
})
