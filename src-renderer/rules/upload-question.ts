import type { BusyPhone } from '../../src-shared/features/jobs'

/** More uploads than these never begin: at the service's rate they would take nearly three hours. */
export const mostUploads = 10_000

/** Files that Fleetwall asks about before it sends them. */
export interface UploadQuestion {
  publicIds: readonly string[]
  /** Files dropped, picked or pasted on their own. */
  files: readonly File[]
  /** Names of the folders that were dropped, and the files in them. */
  folders: readonly string[]
  inFolders: readonly File[]
  /** How many files of the folders are skipped, by reason. */
  leftOut: { system: number; empty: number; unreadable: number }
  /** The phones whose jobs the upload interrupts. */
  busy: readonly BusyPhone[]
  /** Fleetwall is still reading the folders. */
  isReading: boolean
}
