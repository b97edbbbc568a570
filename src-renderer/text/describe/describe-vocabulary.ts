import type { VocabularyState } from '../../../src-shared/bridge/vocabulary-state'
import { describeFault } from './describe-fault'
import type { FaultText } from '../fault-text'
import { messages } from '../messages'

/** Describes whether the user's vocabulary file is in use, or why not. */
export function describeVocabulary({ inUse, fault }: VocabularyState): FaultText {
  if (fault) return describeFault(fault)
  return { sentence: inUse ? messages.vocabulary.inUse : messages.vocabulary.none }
}
