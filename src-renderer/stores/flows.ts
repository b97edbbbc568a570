import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { AppEvent, AppState } from '../../src-shared/bridge/app-state'
import { noFlows, type FlowsState } from '../../src-shared/features/flows-state'
import { useNotices } from './notices'
import { usePanel } from './panel'

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
  const start = ({ flows }: AppState) => replace(flows)
  const take = (event: AppEvent) => {
    if (event.type === 'flows') replace(event.flows)
    else if (event.type === 'flow-files') changes.value += 1
    else if (event.type === 'flows-ended' && !usePanel().shows('flows'))
      useNotices().add({ kind: 'flows-ended', run: event.run }, null)
  }
  return { run, recording, changes, recorded, replace, start, take }
})
