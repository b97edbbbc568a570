import type { AppEvent } from '../../../src-shared/bridge/app-state'

/** What one window changes for all of them. */
export interface Everywhere {
  emit(event: AppEvent): void
  /** Sends each window the list of fleets, and which of them other windows show. */
  showFleets(): void
  /** Opens a fleet again where it is open; all that are for null. */
  reopen(fleetId: string | null): Promise<void>
  /** Whether any window still records into the file of this path. */
  isRecorded(path: string): boolean
  /** Forgets a fleet and its key; a window of its own ends. @throws FaultError as `Fleets.remove` */
  remove(fleetId: string): Promise<void>
}
