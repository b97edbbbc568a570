import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { noFlows, type FlowsState } from '../../src-shared/bridge/flows-state'

/** The run of flows, and the recording of one. */
export const useFlows = defineStore('flows', () => {
  const state = shallowRef<FlowsState>(noFlows)
  const run = computed(() => state.value.run)
  const recording = computed(() => state.value.recording)
  /** Counts when files of the folder may have changed. */
  const changes = shallowRef(0)
  /** The path of the flow that was recorded last, until the window's list has shown it. */
  const recorded = shallowRef<string | null>(null)
  const replace = (next: FlowsState) => (state.value = next)
  return { run, recording, changes, recorded, replace }
})
