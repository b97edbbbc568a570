import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { AppEvent } from '../../../src-shared/bridge/app-state'
import type { FlowTrend, KeptRun } from '../../../src-shared/features/flow-history-state'
import { useFlows } from '../../stores/flows'
import { usePanel } from '../../stores/panel'

/** What the history shows: all runs, one of them, or the last runs of one flow. */
export type ShownHistory =
  | { kind: 'runs' }
  | { kind: 'run'; id: string }
  | { kind: 'flow'; file: string; name: string }

/** The fleet's runs that have ended, as the core listed them last, and what the tab shows of them. */
export const useFlowHistory = defineStore('flow-history', () => {
  const flows = useFlows()
  /** Grows when runs have come or gone; the tab then asks for them. */
  const changes = ref(0)
  /** The newest first; null until the first answer. */
  const runs = shallowRef<readonly KeptRun[] | null>(null)
  /** By the flow's file. */
  const trends = shallowRef<ReadonlyMap<string, FlowTrend>>(new Map())
  /** Null while the tab shows the run at hand. */
  const shown = shallowRef<ShownHistory | null>(null)

  /** Shows a run: with its steps while the window has them. */
  const show = (id: string) => {
    flows.choose(id)
    shown.value = flows.run?.id === id ? null : { kind: 'run', id }
  }
  const take = (event: AppEvent) => {
    if (event.type === 'flow-history' || event.type === 'opened') changes.value += 1
    if (event.type === 'go-to' && event.target?.kind === 'run') {
      show(event.target.id)
      usePanel().open('flows')
    }
    if (event.type !== 'opened') return
    runs.value = null
    trends.value = new Map()
    shown.value = null
  }
  return { changes, runs, trends, shown, show, take }
})
