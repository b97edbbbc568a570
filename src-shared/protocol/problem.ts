import { z } from 'zod'

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

/** One reason why the API itself rejected a body; `loc` starts with `body`. */
export const problemErrorSchema = z.looseObject({
  type: z.string(),
  loc: z.array(z.union([z.string(), z.int()])),
  msg: z.string(),
})

/** An error answer (spec 7, RFC 7807). `code` is what clients integrate against; `errors` is often absent. */
export const problemSchema = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  // A list of another shape is no reason not to read the rest.
  errors: z.array(problemErrorSchema).optional().catch(undefined),
})

export function isProblemCode(code: string): code is ProblemCode {
  return (problemCodes as readonly string[]).includes(code)
}
