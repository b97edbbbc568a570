import type { Fault } from '../../../src-shared/protocol/fault'
import { describeFault as describeIn } from '../../../src-shared/texts/describe-fault'
import type { FaultLanguage, FaultText } from '../../../src-shared/texts/fault-text'
import { formatBytes, formatShare, formatSpan } from '../measures'
import { messages } from '../messages'
import { formatCount, formatInstant } from '../numbers'
import { describeKey } from './describe-shortcut'

const ofPage: FaultLanguage = {
  words: messages,
  formatBytes,
  formatShare,
  formatSpan,
  formatCount,
  formatInstant,
  nameKey: describeKey,
}

/** Describes a fault in the page's language. */
export const describeFault = (fault: Fault): FaultText => describeIn(fault, ofPage)
