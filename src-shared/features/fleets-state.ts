import type { LastView } from './last-view'
import type { BudgetName } from '../protocol/budget-name'

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

/** How an open fleet is, for a person who looks at another one: how many of its phones are so. */
export interface OpenFleet {
  id: string
  /** Of the list of its phones. */
  status: 'loading' | 'ready' | 'failed'
  /** Whether all of them are paused. */
  isPaused: boolean
  live: number
  offline: number
  /** Of whose last flow or job failed. */
  failed: number
  /** Whose last job needs a review. */
  review: number
  /** Whose last job waits or runs. */
  jobs: number
  /** The daily budget of which the smallest share is left, from 0 to 1; null until the budgets are read. */
  least: { budget: BudgetName; share: number } | null
}

/** A fleet in a file for another computer: without its key. */
export interface ExportedFleet {
  name: string
  baseUrl: string
  wsBaseUrl: string
  view: LastView
}
