import type { PageFeature } from '../../commands/page-feature'
import { useFlows } from '../../stores/flows'
import { flowCommands } from './commands'
import { useFlowHistory } from './flow-history'
import FlowsTab from './FlowsTab.vue'

/** Counts the phones whose flows have not ended; 1 while the report is written. */
const running = () => {
  const { run } = useFlows()
  if (!run?.isRunning) return 0
  return Math.max(1, run.phones.filter(({ state }) => state === 'waiting' || state === 'running').length)
}

export const feature = {
  stores: () => [useFlows(), useFlowHistory()],
  commands: flowCommands,
  tabs: { flows: { content: FlowsTab, running } },
} satisfies PageFeature
