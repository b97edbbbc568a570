import type { Fault } from '../../../src-shared/protocol/fault'
import { scopeNamed } from '../../../src-shared/protocol/scope'
import type { ProblemCode } from '../../../src-shared/protocol/problem-code'
import { detailOf, type FaultAction, type FaultText } from '../fault-text'
import { formatSpan } from '../measures'
import { messages } from '../messages'
import { formatInstant } from '../numbers'

type Problem = Extract<Fault, { kind: 'problem' }>

/** The remedy of each code of spec section 7, if it has one. */
const actions: Record<ProblemCode, FaultAction | null> = {
  invalid_action: null,
  unauthorized: 'enter-key',
  insufficient_tokens: null,
  forbidden: 'enter-key',
  device_blocked: 'retry',
  device_not_found: 'refresh',
  account_not_found: null,
  job_not_found: null,
  ticket_already_used: 'retry',
  automation_pending: null,
  payload_too_large: null,
  command_rejected: null,
  label_limit_reached: null,
  rate_limited: 'retry',
  quota_exceeded: null,
  max_active_devices_reached: 'retry',
  internal: 'retry',
  upload_failed: 'retry',
  device_offline: 'retry',
  rename_unavailable: 'retry',
  upstream_unavailable: 'retry',
  kernel_timeout: 'retry',
}

/** Names a missing scope, and the reset time of a full budget; quotes the service on other refusals. */
function wordsOf({ code, detail, resetsAt }: Problem): { sentence: string; action: FaultAction | null } {
  if (resetsAt !== undefined)
    return { sentence: messages.problem.resetsAt({ time: formatInstant(resetsAt) }), action: null }
  const scope = code === 'forbidden' ? scopeNamed(detail) : null
  const sentence = scope ? messages.faults.missingPermission({ scope }) : messages.problems[code]
  return { sentence, action: actions[code] }
}

/** Describes a problem document, with the wait that the service asked for, and the limit that was hit (spec 7, rule 3). */
export function describeProblem(fault: Problem): FaultText {
  const { sentence, action } = wordsOf(fault)
  // In whole seconds, as it is read: 0 is no wait.
  const waitS = fault.resetsAt === undefined ? Math.round(fault.retryAfterS ?? 0) : 0
  const { limitLayer: layer, limitRemaining: left } = fault
  const limit = [
    layer ? messages.problem.layer({ layer }) : '',
    left === undefined ? '' : messages.problem.left({ n: left }),
  ]
  const fields = (fault.fields ?? []).map(({ path, message }) => `${path}: ${message}`)
  const said = [fault.detail, ...fields, limit.filter(Boolean).join(' ')]
  return {
    sentence: waitS === 0 ? sentence : messages.problem.wait({ sentence, span: formatSpan(waitS) }),
    ...(action ? { action } : {}),
    ...detailOf(said.filter(Boolean).join('\n')),
  }
}
