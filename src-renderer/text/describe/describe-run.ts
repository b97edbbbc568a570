import type { FlowPhoneState, FlowRunState } from '../../../src-shared/features/flows-state'
import { messages } from '../messages'
import { commaList, formatTime } from '../numbers'

/** Counts the flows of phones by what came of them: `11 passed, 1 failed`. */
export function describeRun({
  phones,
}: {
  phones: readonly Pick<FlowPhoneState, 'state' | 'counts'>[]
}): string {
  const words = messages.flows.counts
  const sum = (state: keyof FlowPhoneState['counts']) =>
    phones.reduce((n, { counts }) => n + counts[state], 0)
  // A phone runs one flow after the other.
  const running = phones.filter(({ state }) => state === 'running').length
  const all = {
    ...{ passed: sum('passed'), failed: sum('failed'), stopped: sum('stopped'), unrun: sum('unrun') },
    ...{ running, waiting: sum('left') - running },
  }
  return commaList(
    (['passed', 'failed', 'stopped', 'unrun', 'running', 'waiting'] as const)
      .filter((state) => all[state] > 0)
      .map((state) => words[state]({ n: all[state] })),
  )
}

/** Says how many phones of a run wait for a limit, and until when; null for none. */
export function describeWaits({ waits }: Pick<FlowRunState, 'waits'>): string | null {
  return waits && messages.flows.limited({ n: waits.phones, time: formatTime(waits.until) })
}

/** Names a run by its number and its first flow. */
export function nameOfRun({
  number,
  names: [flow = '', ...more],
}: Pick<FlowRunState, 'number' | 'names'>): string {
  const words = messages.flows
  const named = { number: String(number), flow }
  return more.length > 0 ? words.runNamedMore({ ...named, n: more.length }) : words.runNamed(named)
}
