/** A fleet as the page knows it: never its key. */
export interface FleetSummary {
  id: string
  name: string
  baseUrl: string
  /**
   * - `simulated`: the embedded simulator
   * - `environment`: named by FLEETWALL_* for this run only
   * - `saved`: added by the user; key in the keychain
   * - `this-run`: added by the user, but without a keychain its key is kept for this run only
   */
  kind: 'simulated' | 'environment' | 'saved' | 'this-run'
}

export interface FleetsState {
  fleets: FleetSummary[]
  activeId: string
  /** False when no keychain can be had: keys are then kept for this run only. */
  keychain: boolean
}
