import type { Fault } from '../protocol/fault'
import type { Vocabulary } from '../protocol/vocabulary'

/** The vocabulary in use, and the user's file that can replace it. */
export interface VocabularyState {
  words: Vocabulary
  /** The path of the user's file. */
  path: string
  /** Whether the file is in use. */
  inUse: boolean
  /** Why an existing file is not used. */
  fault: Fault | null
}
