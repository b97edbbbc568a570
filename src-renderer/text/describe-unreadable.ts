import type { Fault, UnreadableReason } from '../../src-shared/protocol/fault'
import { detailOf, type FaultText } from './fault-text'

const sentences: Record<Exclude<UnreadableReason, 'missing-field' | 'wrong-field'>, string> = {
  'not-http': 'What answers at this address does not speak HTTP',
  empty: 'The service sent an empty answer',
  'too-long': 'The service sent an answer that is too long to be one',
  html: 'A web page came instead of the service’s answer',
  cut: 'The service’s answer was cut off',
  'content-type': 'The service sent another kind of content than was asked for',
  charset: 'The service sent an answer in a coding that cannot be read',
  'not-json': 'The service sent an answer that is garbled',
  'not-jpeg': 'The service sent a picture that is none',
  'unknown-code': 'The service reported an error that Fleetwall does not know',
}

type Unreadable = Extract<Fault, { kind: 'unreadable-answer' }>

function sentenceOf({ why, field = '' }: Unreadable): string {
  if (why === 'missing-field') return `The service’s answer lacks “${field}”`
  if (why === 'wrong-field') {
    return field
      ? `The service’s answer has something unexpected in “${field}”`
      : 'The service’s answer has another shape than expected'
  }
  return sentences[why]
}

/** An answer that is not what it should be: what is the matter with it, and what came. */
export function describeUnreadable(fault: Unreadable): FaultText {
  const status = fault.status === 0 ? '' : ` (HTTP ${fault.status})`
  return { sentence: `${sentenceOf(fault)}${status}.`, action: 'try-again', ...detailOf(fault.excerpt) }
}
