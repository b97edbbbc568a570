import {
  underWayOf,
  type Upload,
  type UploadsRest,
  type UploadsSum,
} from '../../../src-shared/features/upload-state'
import type { Fault } from '../../../src-shared/protocol/fault'
import { secondsLeft } from './upload-speed'
import { describeFault } from '../../text/describe/describe-fault'
import type { FaultText } from '../../../src-shared/texts/fault-text'
import { formatBytes, formatSpan } from '../../text/measures'
import { messages } from '../../text/messages'
import { commaList } from '../../text/numbers'

/** An upload's state in words; unknown parts are empty. */
export interface UploadText {
  /** Bytes sent and total, or the size alone. */
  sent: string
  speed: string
  left: string
  state: string
  /** The service's own text. */
  detail: string
}

const secondsUntil = (at: number, now: number) => Math.ceil((at - now) / 1000)

function stateOf({ state, retryAt, isVerified }: Upload, now: number): string {
  if (state === 'done' && isVerified) return messages.uploads.verified
  if (retryAt === null) return messages.uploads.states[state]
  const seconds = secondsUntil(retryAt, now)
  return seconds > 0 ? messages.uploads.retryIn({ span: formatSpan(seconds) }) : messages.uploads.retrySoon
}

/** What is wrong with a request only the service knows, and a file's name may be: it is said in its own words. */
function whyOf(fault: Fault): FaultText {
  const why = describeFault(fault)
  const isOurs = fault.kind === 'problem' && fault.code === 'invalid_action'
  return isOurs && why.detail ? { ...why, sentence: messages.uploads.refused({ detail: why.detail }) } : why
}

/**
 * @param speed bytes a second, where it is known
 * @param now ms since the epoch
 */
export function describeUpload(upload: Upload, speed: number | null, now: number): UploadText {
  const { bytes, sentBytes, state, fault } = upload
  const why = fault && state !== 'cancelled' ? whyOf(fault) : null
  const said = stateOf(upload, now)
  const isSending = state === 'sending'
  const left = isSending ? secondsLeft(bytes, sentBytes, speed) : null
  return {
    sent: isSending
      ? messages.uploads.sent({ sent: formatBytes(sentBytes), bytes: formatBytes(bytes) })
      : formatBytes(bytes),
    speed: isSending && speed !== null ? messages.uploads.speed({ bytes: formatBytes(speed) }) : '',
    left: left === null ? '' : messages.uploads.left({ span: formatSpan(left) }),
    state: why ? messages.uploads.because({ state: said, sentence: why.sentence }) : said,
    detail: why?.detail ?? '',
  }
}

const outcomes = ['done', 'failed', 'unknown', 'cancelled'] as const

/** Counts the results: '12 done, 1 failed'. */
function describeOutcomes({ counts }: UploadsSum): string {
  return commaList(
    outcomes.flatMap((state) =>
      counts[state] > 0 ? messages.uploads.outcomes[state]({ n: counts[state] }) : [],
    ),
  )
}

function describeRest({ because, until }: UploadsRest, now: number): string {
  if (until === null) return messages.uploads.probing
  const span = formatSpan(Math.max(1, secondsUntil(until, now)))
  return messages.uploads.rests[because]({ span })
}

/**
 * Describes all uploads in one line.
 * @param now ms since the epoch
 * @param left seconds until all are sent; null while unknown
 */
export function describeUploads(sum: UploadsSum, now: number, left: number | null = null): string {
  const words = messages.uploads
  const n = underWayOf(sum)
  if (n === 0) return words.allEnded({ outcomes: describeOutcomes(sum) })
  const [sent, bytes] = [formatBytes(sum.sentBytes), formatBytes(sum.bytes)]
  return [
    words.summary({ n, sent, bytes }),
    left === null ? '' : words.endsIn({ span: formatSpan(left) }),
    sum.rest === null ? '' : describeRest(sum.rest, now),
    describeOutcomes(sum),
  ]
    .filter((part) => part !== '')
    .join(' · ')
}
