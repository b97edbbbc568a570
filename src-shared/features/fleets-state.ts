import type { LastView } from './last-view'

/** A fleet as the page knows it, without its key. */
export interface FleetSummary {
  id: string
  name: string
  baseUrl: string
  /**
   * - `simulated`: the embedded simulator
   * - `environment`: named by FLEETWALL_* for this run only
   * - `saved`: added by the user; key in the keychain
   * - `this-run`: added by the user for this run, because there is no keychain
   */
  kind: 'simulated' | 'environment' | 'saved' | 'this-run'
}

export type KeyedFleet = Pick<FleetSummary, 'id' | 'kind' | 'baseUrl'>

/** Names a fleet in files of the user's; the environment's by its address too, which may change. */
export const fleetKey = ({ id, kind, baseUrl }: KeyedFleet): string =>
  kind === 'environment' ? `${id} ${baseUrl}` : id

export interface FleetsState {
  fleets: FleetSummary[]
  activeId: string
  /** The fleets that other windows show. */
  elsewhere: readonly string[]
  /** False without a keychain: keys then last for this run only. */
  keychain: boolean
}

/** A fleet in a file for another computer: without its key. */
export interface ExportedFleet {
  name: string
  baseUrl: string
  wsBaseUrl: string
  view: LastView
}
