import type { FleetSummary } from '../../../src-shared/bridge/fleets-state'
import { messages } from '../messages'

/** What a fleet is called: what the user has called it, and the simulated one in the page's language. */
export function fleetName({ kind, name }: Pick<FleetSummary, 'kind' | 'name'>): string {
  return kind === 'simulated' ? messages.simulatedFleet : name
}
