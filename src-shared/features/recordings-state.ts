/** A recording that runs, or whose file is being closed. */
export interface RecordingState {
  publicId: string
  /** The phone's name when the recording began. */
  deviceName: string
  /** In ms since the epoch. */
  startedAt: number
  bytes: number
}

export interface RecordingsState {
  running: readonly RecordingState[]
  /** The bytes that are left on the disk of the captures' folder; null while unknown. */
  bytesLeft: number | null
}

/** A recording that has ended, with its file. */
export interface RecordedFile {
  publicId: string
  /** Absolute. */
  path: string
  bytes: number
  ms: number
}

export const noRecordings: RecordingsState = { running: [], bytesLeft: null }
