import type { Fault } from '../../../src-shared/protocol/fault'
import {
  isRateLimit,
  outlookOf,
  problemRules,
  retriesOf,
  ruleOf,
  unheardForMs,
} from '../service/fault-policy'

/** How far an attempt got: its ticket call, connecting for the upload, or connected. */
export type UploadStage = 'ticket' | 'connecting' | 'connected'

/** Why an upload is retried automatically: in each case the phone has nothing of it. */
export type RetryReason =
  /** The service answered that it did nothing, or nothing yet. */
  | 'ticket-used'
  | 'ticket-refused'
  | 'rate-limited'
  | 'failed-downstream'
  /** Nothing of the file was sent. */
  | 'unheard'

/** The retries for each reason that the service gives (spec 4.7, 7). */
export const mostRetries: Readonly<Record<Exclude<RetryReason, 'unheard'>, number>> = {
  'ticket-used': problemRules.ticket_already_used.retries.upload,
  'ticket-refused': retriesOf({ kind: 'ticket-refused', detail: '' }, 'upload'),
  'rate-limited': problemRules.rate_limited.retries.upload,
  'failed-downstream': problemRules.upload_failed.retries.upload,
}

/**
 * Returns whether an upload may be retried.
 * @param times its retries for this reason so far
 * @param forMs how long ago it first failed for this reason, in ms
 */
export function mayGoAgain(reason: RetryReason, times: number, forMs: number): boolean {
  return reason === 'unheard' ? forMs < unheardForMs.upload : times < mostRetries[reason]
}

/** Returns whether to retry at once: there is nothing to wait for. */
export function goesAtOnce(reason: RetryReason): boolean {
  return reason === 'ticket-used' || reason === 'ticket-refused'
}

/**
 * Returns why an upload may be retried after this fault, with a new ticket and from byte 0; null when it would fail again
 * or the phone may have it.
 */
export function retryReason(fault: Fault, stage: UploadStage): RetryReason | null {
  if (isRateLimit(fault)) return 'rate-limited'
  if (stage === 'ticket') return outlookOf(fault) === 'passes' ? 'unheard' : null
  if (fault.kind === 'ticket-refused') return 'ticket-refused'
  if (fault.kind === 'problem' && fault.code === 'ticket_already_used') return 'ticket-used'
  if (fault.kind === 'problem' && fault.code === 'upload_failed') return 'failed-downstream'
  return stage === 'connecting' && ruleOf(fault).holds === 'fleet' ? 'unheard' : null
}

/** Returns whether every upload with this key would be refused alike, until a person or the next day mends it. */
export function refusesAll(fault: Fault): boolean {
  return ruleOf(fault).holds === 'account'
}
