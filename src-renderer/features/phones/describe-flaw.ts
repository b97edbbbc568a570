import type { NameFlaw } from '../../../src-shared/protocol/text-rules'
import { messages } from '../../text/messages'

/** Describes why a text can't be sent (spec 4.4). @param most and @param length in characters */
export function describeFlaw(
  flaw: NameFlaw,
  field: keyof typeof messages.edit.tooLong,
  most: number,
  length: number,
): string {
  return flaw === 'too-long' ? messages.edit.tooLong[field]({ most, length }) : messages.edit[flaw]
}
