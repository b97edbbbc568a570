import type { Fault } from '../../../src-shared/protocol/fault'
import { detailOf, type FaultText } from '../fault-text'
import { messages } from '../messages'

type Unreadable = Extract<Fault, { kind: 'unreadable-answer' }>

function matterWith({ why, field = '' }: Unreadable): string {
  const words = messages.unreadableAnswer
  if (why === 'missing-field') return words.lacksField({ field })
  if (why === 'wrong-field') return field ? words.wrongField({ field }) : words.wrongShape
  return messages.unreadable[why]
}

/** Describes an invalid answer: its defect, and its value. */
export function describeUnreadable(fault: Unreadable): FaultText {
  const words = messages.unreadableAnswer
  const what = matterWith(fault)
  const sentence =
    fault.status === 0 ? words.sentence({ what }) : words.withStatus({ what, status: String(fault.status) })
  return { sentence, action: 'retry', ...detailOf(fault.excerpt) }
}
