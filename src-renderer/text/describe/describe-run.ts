import type { FlowRunState } from '../../../src-shared/bridge/flows-state'
import { messages } from '../messages'

/** Counts the phones of a run by what came of them: `11 passed, 1 failed`. */
export function describeRun({ phones }: FlowRunState): string {
  const { counts } = messages.flows
  return (['passed', 'failed', 'stopped', 'running', 'waiting'] as const)
    .map((state) => ({ state, n: phones.filter((phone) => phone.state === state).length }))
    .filter(({ n }) => n > 0)
    .map(({ state, n }) => counts[state]({ n }))
    .join(', ')
}
