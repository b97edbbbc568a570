import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { AppEvent, AppState } from '../../src-shared/bridge/app-state'
import { isUnderWay, noFlows, type FlowsState } from '../../src-shared/features/flows-state'
import { useNotices } from './notices'
import { usePanel } from './panel'

/** The runs of flows, and the recording of one. */
export const useFlows = defineStore('flows', () => {
  const state = shallowRef<FlowsState>(noFlows)
  const runs = computed(() => state.value.runs)
  const underWay = computed(() => runs.value.filter(({ isRunning }) => isRunning))
  /** The phones whose flows have not ended. */
  const inUse = computed(() => {
    const phones = underWay.value.flatMap((each) => each.phones)
    return new Set(phones.filter(isUnderWay).map(({ publicId }) => publicId))
  })
  /** The run that a person wants to see; null for the one that began last. */
  const chosen = shallowRef<string | null>(null)
  /** The run that is shown. */
  const run = computed(() => runs.value.find(({ id }) => id === chosen.value) ?? runs.value.at(-1) ?? null)
  const recording = computed(() => state.value.recording)
  /** Counts when files of the folder may have changed. */
  const changes = shallowRef(0)
  /** The path of the flow that was recorded last, until the window's list has shown it. */
  const recorded = shallowRef<string | null>(null)

  const choose = (id: string) => (chosen.value = id)
  const replace = (next: FlowsState) => {
    if (next.runs.at(-1)?.id !== runs.value.at(-1)?.id) chosen.value = null
    state.value = next
  }
  const start = ({ flows }: AppState) => replace(flows)
  const take = (event: AppEvent) => {
    if (event.type === 'flows') replace(event.flows)
    else if (event.type === 'flow-runs') {
      const changed = new Map(event.runs.map((each) => [each.id, each]))
      replace({ ...state.value, runs: runs.value.map((each) => changed.get(each.id) ?? each) })
    } else if (event.type === 'flow-recording') replace({ ...state.value, recording: event.recording })
    else if (event.type === 'flow-files') changes.value += 1
    else if (event.type === 'flows-ended' && !usePanel().shows('flows'))
      useNotices().add({ kind: 'flows-ended', run: event.run }, null)
  }
  return { runs, underWay, inUse, run, recording, changes, recorded, choose, replace, start, take }
})
