import { z } from 'zod'
import { publicId } from '../bridge/parameters'
import { type StartedConversion, videoFormats } from './conversions'
import type { RecordedFile, RecordingsState } from './recordings-state'

export const calls = {
  /** Records what these phones show, each to a file of its own, until `recordings.stop`; those already recorded go on. */
  'recordings.start': z.strictObject({ publicIds: z.array(publicId).min(1) }),
  /** Ends the recordings of these phones. Answers when their files are closed. */
  'recordings.stop': z.strictObject({ publicIds: z.array(publicId).min(1) }),
  /**
   * Begins to convert a recording of `captures.list`. The page encodes, and the core writes a file beside the original; what they read
   * and write crosses the conversion port.
   */
  'conversions.start': z.strictObject({ recording: z.string().max(100), format: z.enum(videoFormats) }),
  /** Closes the new file. A conversion that failed says why here. */
  'conversions.finish': z.strictObject({ id: z.int() }),
  /** Removes the new file. */
  'conversions.cancel': z.strictObject({ id: z.int() }),
} as const

/** The answers of calls; those that are missing answer nothing. */
interface Results {
  'conversions.start': StartedConversion
  'conversions.finish': { path: string }
}

interface State {
  recordings: RecordingsState
}

type Event =
  | { type: 'recordings'; recordings: RecordingsState }
  /** Recordings have ended, and their files are closed. */
  | { type: 'recorded'; files: readonly RecordedFile[] }

/** All that crosses the bridge about recordings of screens, and converting them. */
export interface Slice {
  calls: typeof calls
  tells: object
  state: State
  event: Event
  results: Results
}
