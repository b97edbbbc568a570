import type { AppEvent, AppState } from '../../src-shared/bridge/app-state'

/** A store that the core's first answer fills, and its events change. */
export interface FedStore {
  start?: (state: AppState) => void
  take: (event: AppEvent) => unknown
}
