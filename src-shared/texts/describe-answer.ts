import type { Fault } from '../protocol/fault'
import { ownValue } from '../protocol/own-value'
import type { ProblemCode } from '../protocol/problem-code'
import { scopeNamed } from '../protocol/scope'
import { detailOf, type FaultAction, type FaultLanguage, type FaultText } from './fault-text'

type Problem = Extract<Fault, { kind: 'problem' }>
type Unreadable = Extract<Fault, { kind: 'unreadable-answer' }>
type Reason = NonNullable<Problem['fields']>[number]
type Words = FaultLanguage['words']

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
function remedyOf(
  { code, detail, resetsAt }: Problem,
  { words, formatInstant }: FaultLanguage,
): { sentence: string; action: FaultAction | null } {
  if (resetsAt !== undefined)
    return { sentence: words.problem.resetsAt({ time: formatInstant(resetsAt) }), action: null }
  const scope = code === 'forbidden' ? scopeNamed(detail) : null
  const sentence = scope ? words.faults.missingPermission({ scope }) : words.problems[code]
  return { sentence, action: actions[code] }
}

/** Names what a reason is about; a field that only the service knows keeps its name. */
function nameField({ path, label }: Reason, { problem, requestFields }: Words): string {
  if (label !== undefined) return problem.label({ name: label })
  const name = path.replace(/^body\./, '')
  const known = /^[^.]*/.exec(name)?.[0] ?? ''
  return ownValue(requestFields, known) ?? name
}

/** Describes a problem document, with the wait that the service asked for, and the limit that was hit (spec 7, rule 3). */
export function describeProblem(fault: Problem, language: FaultLanguage): FaultText {
  const { sentence, action } = remedyOf(fault, language)
  const words = language.words.problem
  // In whole seconds, as it is read: 0 is no wait.
  const waitS = fault.resetsAt === undefined ? Math.round(fault.retryAfterS ?? 0) : 0
  const { limitLayer: layer, limitRemaining: left } = fault
  const limit = [layer ? words.layer({ layer }) : '', left === undefined ? '' : words.left({ n: left })]
  const reasons = fault.fields ?? []
  const fields = reasons.map((reason) => `${nameField(reason, language.words)}: ${reason.message}`)
  // A service may give the first of the fields' errors as its detail, too.
  const isRepeated = reasons.some(({ path, message }) =>
    [message, `${path}: ${message}`].includes(fault.detail),
  )
  const said = new Set([isRepeated ? '' : fault.detail, ...fields, limit.filter(Boolean).join(' ')])
  return {
    sentence: waitS === 0 ? sentence : words.wait({ sentence, span: language.formatSpan(waitS) }),
    ...(action ? { action } : {}),
    ...detailOf([...said].filter(Boolean).join('\n')),
  }
}

function matterWith({ why, field = '' }: Unreadable, { unreadable, unreadableAnswer: words }: Words): string {
  if (why === 'missing-field') return words.lacksField({ field })
  if (why === 'wrong-field') return field ? words.wrongField({ field }) : words.wrongShape
  return unreadable[why]
}

/** Describes an invalid answer: its defect, and its value. */
export function describeUnreadable(fault: Unreadable, words: Words): FaultText {
  const what = matterWith(fault, words)
  const { sentence: plain, withStatus } = words.unreadableAnswer
  const sentence = fault.status === 0 ? plain({ what }) : withStatus({ what, status: String(fault.status) })
  return { sentence, action: 'retry', ...detailOf(fault.excerpt) }
}
