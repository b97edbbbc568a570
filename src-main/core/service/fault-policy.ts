import { closePolicy, type ClosePolicy } from '../../../src-shared/protocol/close-code'
import type { Fault } from '../../../src-shared/protocol/fault'
import type { ProblemCode } from '../../../src-shared/protocol/problem-code'

/**
 * What is to be expected when the same is asked again.
 * - `passes`: it may well succeed in a moment
 * - `lasts`: not in a moment, but perhaps later
 * - `budget`: not before a daily budget is full again
 * - `taken`: not before the user takes the device back
 * - `person`: not before a person has mended it
 * - `key`: nothing, before the key is mended or replaced
 */
export type Outlook = 'passes' | 'lasts' | 'budget' | 'taken' | 'person' | 'key'

/** Each problem of spec 7. */
const problems: Readonly<Record<ProblemCode, Outlook>> = {
  rate_limited: 'passes',
  internal: 'passes',
  device_offline: 'passes',
  kernel_timeout: 'passes',

  invalid_action: 'lasts',
  insufficient_tokens: 'lasts',
  device_blocked: 'lasts',
  account_not_found: 'lasts',
  job_not_found: 'lasts',
  ticket_already_used: 'lasts',
  automation_pending: 'lasts',
  payload_too_large: 'lasts',
  command_rejected: 'lasts',
  label_limit_reached: 'lasts',
  max_active_devices_reached: 'lasts',
  upload_failed: 'lasts',
  rename_unavailable: 'lasts',
  upstream_unavailable: 'lasts',

  quota_exceeded: 'budget',
  forbidden: 'person',
  device_not_found: 'person',
  unauthorized: 'key',
}

/** Each way in which an open socket closes (spec 7, close codes). */
const closes: Readonly<Record<ClosePolicy, Outlook>> = {
  retry: 'passes',
  'retry-unless-used-up': 'passes',
  'stay-closed': 'taken',
  'park-channel': 'person',
  'park-key': 'key',
}

/** The one place that says what a fault means for another attempt. */
export function outlookOf(fault: Fault): Outlook {
  switch (fault.kind) {
    case 'problem':
      return problems[fault.code]
    case 'socket-closed':
      return closes[closePolicy(fault.code)]
    case 'budget-used-up':
      return 'budget'
    case 'user-agent-refused':
      return 'person'
    case 'network':
      return fault.reason === 'tls' ? 'lasts' : 'passes'
    case 'unreadable-answer':
      // What stands in front of the service says 500 and 504 in its own words.
      return fault.why === 'cut' || fault.status === 500 || fault.status === 504 ? 'passes' : 'lasts'
    default:
      return 'lasts'
  }
}

/** Whether the key itself is refused, so that nothing is worth asking with it (spec 5, rule 9; spec 7, 4401). */
export function refusesKey(fault: Fault): boolean {
  return outlookOf(fault) === 'key'
}

/** Whether only a person can mend it, so that no attempt is worth making before (spec 5, 7). */
export function needsPerson(fault: Fault): boolean {
  return refusesKey(fault) || outlookOf(fault) === 'person'
}

/** Whether a phone, or all that is on the way to it, said nothing for as long as it is waited for. */
export function isSilence(fault: Fault): boolean {
  if (fault.kind === 'network') return fault.reason === 'timeout'
  return fault.kind === 'problem' && fault.code === 'kernel_timeout'
}

/** How long the service asks to wait at least (spec 7, rule 3), in ms. */
export function retryAfterMs(fault: Fault): number {
  return fault.kind === 'problem' ? (fault.retryAfterS ?? 0) * 1000 : 0
}

/**
 * How long nothing is worth asking again, in ms: as long as the service asks to wait, and after a used-up budget until it
 * is full again (spec 8, rule 2).
 * @param msUntil how long until an instant of the service's clock, in ms
 */
export function quietMs(fault: Fault, msUntil: (instant: string) => number): number {
  const resetsAt = 'resetsAt' in fault ? fault.resetsAt : undefined
  const untilFull = resetsAt !== undefined && outlookOf(fault) === 'budget' ? msUntil(resetsAt) : 0
  return Math.max(retryAfterMs(fault), untilFull)
}
