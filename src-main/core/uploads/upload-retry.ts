import type { Fault } from '../../../src-shared/protocol/fault'
import { outlookOf, problemRules, retriesOf, ruleOf, unheardForMs } from '../service/fault-policy'

/** How far a try came: asking for its ticket, connecting for the upload, or having been connected. */
export type UploadStage = 'ticket' | 'connecting' | 'connected'

/** Why a file goes out again by itself: in each case nothing of it was taken. */
export type RetryReason =
  /** The service's own word that it did not carry the request out, or would not yet. */
  | 'ticket-used'
  | 'ticket-refused'
  | 'rate-limited'
  | 'failed-downstream'
  /** Nothing of the file was on its way. */
  | 'unheard'

/** How often a file goes out again for each reason that the service has given (spec 4.7, 7). */
export const mostRetries: Readonly<Record<Exclude<RetryReason, 'unheard'>, number>> = {
  'ticket-used': problemRules.ticket_already_used.retries.upload,
  'ticket-refused': retriesOf({ kind: 'ticket-refused', detail: '' }, 'upload'),
  'rate-limited': problemRules.rate_limited.retries.upload,
  'failed-downstream': problemRules.upload_failed.retries.upload,
}

/**
 * Whether a file may go out once more.
 * @param times how often it has gone out again for this reason
 * @param forMs how long ago it first failed for this reason, in ms
 */
export function mayGoAgain(reason: RetryReason, times: number, forMs: number): boolean {
  return reason === 'unheard' ? forMs < unheardForMs.upload : times < mostRetries[reason]
}

/** Whether to go out again at once: there is nothing to wait for. */
export function goesAtOnce(reason: RetryReason): boolean {
  return reason === 'ticket-used' || reason === 'ticket-refused'
}

/**
 * Why a file whose try ended in this fault may go out again by itself, always with a new ticket and from byte 0.
 * @returns null when it may not: it would fail again, or the phone may have it
 */
export function retryReason(fault: Fault, stage: UploadStage): RetryReason | null {
  if (fault.kind === 'problem' && fault.code === 'rate_limited') return 'rate-limited'
  if (stage === 'ticket') return outlookOf(fault) === 'passes' ? 'unheard' : null
  if (fault.kind === 'ticket-refused') return 'ticket-refused'
  if (fault.kind === 'problem' && fault.code === 'ticket_already_used') return 'ticket-used'
  if (fault.kind === 'problem' && fault.code === 'upload_failed') return 'failed-downstream'
  return stage === 'connecting' && ruleOf(fault).holds === 'fleet' ? 'unheard' : null
}

/** Whether every upload with the same key would be refused in the same way, until a person or the next day mends it. */
export function refusesAll(fault: Fault): boolean {
  return ruleOf(fault).holds === 'account'
}
