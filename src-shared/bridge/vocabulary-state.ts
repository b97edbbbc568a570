import type { Fault } from '../protocol/fault'
import type { Vocabulary } from '../protocol/vocabulary'

/** The words that the spec does not show, and the file by which the user can replace them. */
export interface VocabularyState {
  words: Vocabulary
  /** Where the user's file is looked for. */
  path: string
  /** Whether `words` are the file's, where it has any. */
  inUse: boolean
  /** Why a file that is there is not used. */
  fault: Fault | null
}
