/** Every code of spec section 7. */
export const problemCodes = [
  'invalid_action',
  'unauthorized',
  'insufficient_tokens',
  'forbidden',
  'device_blocked',
  'device_not_found',
  'account_not_found',
  'job_not_found',
  'ticket_already_used',
  'automation_pending',
  'payload_too_large',
  'command_rejected',
  'label_limit_reached',
  'rate_limited',
  'quota_exceeded',
  'max_active_devices_reached',
  'internal',
  'upload_failed',
  'device_offline',
  'rename_unavailable',
  'upstream_unavailable',
  'kernel_timeout',
] as const
export type ProblemCode = (typeof problemCodes)[number]

export function isProblemCode(code: string): code is ProblemCode {
  return (problemCodes as readonly string[]).includes(code)
}
