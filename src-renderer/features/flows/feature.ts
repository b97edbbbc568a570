import type { PageFeature } from '../../commands/page-feature'
import { useFlows } from '../../stores/flows'
import { flowCommands } from './commands'
import { useFlowHistory } from './flow-history'
import { useFlowSheet } from './flow-sheet'
import FlowsTab from './FlowsTab.vue'

/** Counts the phones whose flows have not ended; 1 while only reports are written. */
const running = () => {
  const { underWay, inUse } = useFlows()
  return underWay.length === 0 ? 0 : Math.max(1, inUse.size)
}

export const feature = {
  stores: () => [useFlows(), useFlowHistory(), useFlowSheet()],
  commands: flowCommands,
  tabs: { flows: { content: FlowsTab, running } },
} satisfies PageFeature
