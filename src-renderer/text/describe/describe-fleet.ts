import type { FleetSummary } from '../../../src-shared/features/fleets-state'
import { messages } from '../messages'

/** Returns a fleet's name: the user's, or the page's word for the simulated one. */
export function fleetName({ kind, name }: Pick<FleetSummary, 'kind' | 'name'>): string {
  return kind === 'simulated' ? messages.simulatedFleet : name
}
