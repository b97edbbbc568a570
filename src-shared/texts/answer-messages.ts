import type { UnreadableReason } from '../protocol/fault'
import type { ProblemCode } from '../protocol/problem-code'

/** What the service answered that is no success, and what of an answer can't be read. */
export const answerMessages = {
  problems: {
    invalid_action: 'The service rejected the request.',
    unauthorized: 'The service doesn’t know this key.',
    insufficient_tokens: 'Not enough automation tokens.',
    forbidden: 'The key is inactive or not allowed.',
    device_blocked: 'Blocked by the service for now.',
    device_not_found: 'This phone is no longer in the fleet.',
    account_not_found: 'That account doesn’t exist.',
    job_not_found: 'The service no longer has this job.',
    ticket_already_used: 'The upload ticket was already used.',
    automation_pending: 'Phone or account has a pending job.',
    payload_too_large: 'The file is too large for the service.',
    command_rejected: 'The phone rejected the command.',
    label_limit_reached: 'The account’s label limit is reached.',
    rate_limited: 'Too many requests at once.',
    quota_exceeded: 'Daily budget used up until midnight UTC.',
    max_active_devices_reached: 'Account limit reached.',
    internal: 'The service had an internal error.',
    upload_failed: 'The file didn’t reach the phone.',
    device_offline: 'The phone is offline.',
    rename_unavailable: 'Can’t rename the phone right now.',
    upstream_unavailable: 'The service can’t do this right now.',
    kernel_timeout: 'The phone didn’t answer in time.',
  } satisfies Record<ProblemCode, string>,

  problem: {
    resetsAt: 'Daily budget used up. Resets {time}.',
    /** A problem’s sentence, and the wait that the service asks for. */
    wait: '{sentence} Wait {span} before you retry.',
    /** Which limit a request hit, as the service names it. */
    layer: 'Limit: {layer}.',
    left: '{n} left.',
    label: 'Label “{name}”',
  },

  unreadable: {
    'not-http': 'This address doesn’t speak HTTP',
    empty: 'The service’s answer was empty',
    'too-long': 'The service’s answer was too long',
    html: 'A web page came instead of an answer',
    cut: 'The service’s answer was cut off',
    'content-type': 'The answer has the wrong type',
    charset: 'The answer’s encoding isn’t readable',
    'not-json': 'The service’s answer was garbled',
    'not-jpeg': 'The service sent a damaged image',
    'unknown-code': 'The service reported an unknown error',
  } satisfies Record<Exclude<UnreadableReason, 'missing-field' | 'wrong-field'>, string>,

  unreadableAnswer: {
    lacksField: 'The service’s answer lacks “{field}”',
    wrongField: 'The service’s answer has a bad “{field}”',
    wrongShape: 'The service’s answer has the wrong shape',
    sentence: '{what}.',
    withStatus: '{what} (HTTP {status}).',
  },
} as const
