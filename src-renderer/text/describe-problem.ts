import type { Fault } from '../../src-shared/protocol/fault'
import { scopeNamed } from '../../src-shared/protocol/scope'
import type { ProblemCode } from '../../src-shared/protocol/problem-code'
import { detailOf, type FaultAction, type FaultText } from './fault-text'
import { messages } from './messages'
import { formatInstant, formatSpan } from './numbers'

type Problem = Extract<Fault, { kind: 'problem' }>
type Words = readonly [sentence: string, action?: FaultAction]

/** Every code of spec section 7: the sentence, and the one thing that helps. */
const problems: Record<ProblemCode, Words> = {
  invalid_action: ['The service did not accept what was asked.'],
  unauthorized: ['The service does not know this key.', 'enter-key'],
  insufficient_tokens: ['There are too few automation tokens for this.'],
  forbidden: ['The key may not do this, or it is not active.', 'enter-key'],
  device_blocked: ['The service has blocked this phone for now.', 'try-again'],
  device_not_found: ['This phone is no longer in the fleet.', 'refresh'],
  account_not_found: ['The account that was named does not exist.'],
  job_not_found: ['This job is no longer known to the service.'],
  ticket_already_used: ['The upload ticket was already used.', 'try-again'],
  automation_pending: ['A job is already waiting or running on this phone.'],
  payload_too_large: ['The file is larger than the service takes.'],
  command_rejected: ['The phone was reached, but rejected the command.'],
  label_limit_reached: ['The account cannot hold more labels.'],
  rate_limited: ['Too many requests at once.', 'try-again'],
  quota_exceeded: ['A daily budget is used up; it starts anew at midnight UTC.'],
  max_active_devices_reached: ['As many phones are in use as the account allows.', 'try-again'],
  internal: ['The service had an error of its own.', 'try-again'],
  upload_failed: ['The file did not reach the phone.', 'try-again'],
  device_offline: ['The phone is offline.', 'try-again'],
  rename_unavailable: ['The phone could not be renamed now; nothing was changed.', 'try-again'],
  upstream_unavailable: ['The service could not do it now.', 'try-again'],
  kernel_timeout: ['The phone did not answer in time.', 'try-again'],
}

/** A missing scope is named, and when a budget is full again; what else is forbidden is for the service to say. */
function wordsOf({ code, detail, resetsAt }: Problem): Words {
  if (resetsAt !== undefined)
    return [`A daily budget is used up; there is more from ${formatInstant(resetsAt)}.`]
  const scope = code === 'forbidden' ? scopeNamed(detail) : null
  return scope ? [`${messages.scopes.lacks(scope)}.`, 'enter-key'] : problems[code]
}

/** A problem document in words; a wait that the service asked for is part of the sentence. */
export function describeProblem(fault: Problem): FaultText {
  const [words, action] = wordsOf(fault)
  const wait =
    fault.retryAfterS === undefined || fault.resetsAt !== undefined
      ? ''
      : ` The service asks to wait ${formatSpan(fault.retryAfterS)}.`
  const said = [fault.detail, ...(fault.fields ?? []).map(({ path, message }) => `${path}: ${message}`)]
  return {
    sentence: `${words}${wait}`,
    ...(action ? { action } : {}),
    ...detailOf(said.filter(Boolean).join('\n')),
  }
}
