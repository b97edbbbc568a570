import type { Fault } from '../../src-shared/protocol/fault'
import type { ProblemCode } from '../../src-shared/protocol/problem-code'
import { retryAfterMs } from './fault-policy'

/** Who waits for an answer does not wait longer than this for another try, in ms. */
const longestWaitMs = 30_000

/** Whether a read that ended in this problem may well succeed in a moment (spec 7). */
const passes: Readonly<Record<ProblemCode, boolean>> = {
  rate_limited: true,
  internal: true,
  device_offline: true,
  kernel_timeout: true,

  invalid_action: false,
  unauthorized: false,
  insufficient_tokens: false,
  forbidden: false,
  device_blocked: false,
  device_not_found: false,
  account_not_found: false,
  job_not_found: false,
  ticket_already_used: false,
  automation_pending: false,
  payload_too_large: false,
  command_rejected: false,
  label_limit_reached: false,
  quota_exceeded: false,
  max_active_devices_reached: false,
  upload_failed: false,
  rename_unavailable: false,
  upstream_unavailable: false,
}

function isPassing(fault: Fault): boolean {
  switch (fault.kind) {
    case 'problem':
      return passes[fault.code]
    case 'network':
      return fault.reason !== 'tls'
    case 'unreadable-answer':
      // What stands in front of the service says 500 and 504 in its own words.
      return fault.why === 'cut' || fault.status === 500 || fault.status === 504
    default:
      return false
  }
}

/**
 * How long to wait before a read is tried again, in ms: what the service asks for at least, and a wait of our own on top.
 * @returns null when it is not to be tried again: what is wrong stays wrong, or for longer than anybody waits
 */
export function readRetryMs(fault: Fault, ownWaitMs: number): number | null {
  if (!isPassing(fault)) return null
  const asked = retryAfterMs(fault)
  return asked > longestWaitMs ? null : asked + ownWaitMs
}
