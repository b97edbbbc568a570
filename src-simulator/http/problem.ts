import type { z } from 'zod'

/** The status of every error code (spec section 7); the last two answer what is no endpoint at all. */
const STATUS = {
  invalid_action: 400,
  unauthorized: 401,
  insufficient_tokens: 402,
  forbidden: 403,
  device_blocked: 403,
  device_not_found: 404,
  account_not_found: 404,
  job_not_found: 404,
  ticket_already_used: 409,
  automation_pending: 409,
  payload_too_large: 413,
  command_rejected: 422,
  label_limit_reached: 422,
  rate_limited: 429,
  quota_exceeded: 429,
  max_active_devices_reached: 429,
  internal: 500,
  upload_failed: 502,
  device_offline: 503,
  rename_unavailable: 503,
  upstream_unavailable: 503,
  kernel_timeout: 504,
  not_found: 404,
  method_not_allowed: 405,
} as const

export type ProblemCode = keyof typeof STATUS
export const PROBLEM_CODES = Object.keys(STATUS) as [ProblemCode, ...ProblemCode[]]

const TOO_MANY = ['rate_limited', 'quota_exceeded', 'max_active_devices_reached'] as const
type TooManyCode = (typeof TOO_MANY)[number]

/** Whether a code's status is 429. */
export function isTooMany(code: string): code is TooManyCode {
  return (TOO_MANY as readonly string[]).includes(code)
}

/** One thing wrong with a body; `loc` starts with `body`. */
export interface BodyError {
  type: string
  loc: (string | number)[]
  msg: string
}

interface ProblemExtras {
  /** Where a code has two statuses. */
  status?: number
  errors?: BodyError[]
  headers?: Record<string, string>
}

/** An answer that is a problem document (RFC 7807, spec section 7). */
export class Problem extends Error {
  readonly status: number

  constructor(
    readonly code: ProblemCode,
    readonly detail: string,
    readonly extras: ProblemExtras = {},
  ) {
    super(detail)
    this.status = extras.status ?? STATUS[code]
  }

  /** The document as sent. @param typeBase the address that the error's code is appended to */
  document(typeBase: string): Record<string, unknown> {
    return {
      type: `${typeBase}/${this.code}`,
      title: this.code,
      status: this.status,
      code: this.code,
      detail: this.detail,
      ...(this.extras.errors && { errors: this.extras.errors }),
    }
  }
}

/** What is wrong with bytes that the HTTP parser gave up on. */
export function malformed({ code }: Error & { code?: string }): Problem {
  const detail = code === 'HPE_HEADER_OVERFLOW' ? 'The headers are too long' : 'This is not an HTTP request'
  return new Problem('invalid_action', detail)
}

/**
 * A 429 (spec section 7, rule 3).
 * @param layer which limit tripped @param retryAfterMs until it may work again @param remaining what is left in the layer
 */
export function tooMany(
  code: TooManyCode,
  layer: string,
  retryAfterMs: number,
  detail: string,
  remaining = 0,
): Problem {
  const seconds = Math.min(86_400, Math.max(1, Math.ceil(retryAfterMs / 1000)))
  return new Problem(code, detail, {
    headers: {
      'Retry-After': String(seconds),
      'X-RateLimit-Remaining': String(remaining),
      'X-RateLimit-Limit-Layer': layer,
    },
  })
}

const KINDS: Record<string, string> = {
  too_big: 'too_long',
  too_small: 'too_short',
  unrecognized_keys: 'extra_forbidden',
  invalid_type: 'type_error',
  invalid_value: 'value_error',
  invalid_union: 'union_error',
  invalid_format: 'format_error',
}

function kindOf(issue: z.core.$ZodIssue): string {
  const isNumber = 'origin' in issue && (issue.origin === 'number' || issue.origin === 'int')
  if (isNumber && issue.code === 'too_big') return 'less_than_equal'
  if (isNumber && issue.code === 'too_small') return 'greater_than_equal'
  return KINDS[issue.code] ?? 'value_error'
}

function itemsOf(issue: z.core.$ZodIssue): BodyError[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)))
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((name) => ({
      type: 'extra_forbidden',
      loc: ['body', ...path, name],
      msg: 'This field is not known',
    }))
  }
  const named: unknown = issue.code === 'custom' ? issue.params?.['kind'] : undefined
  if (issue.code === 'invalid_union' && issue.discriminator !== undefined) {
    return [{ type: 'union_tag_invalid', loc: ['body', ...path], msg: 'This value is not known' }]
  }
  const type = typeof named === 'string' ? named : kindOf(issue)
  return [{ type, loc: ['body', ...path], msg: issue.message }]
}

/** A body that the API itself rejects. @param status 400 for actions, 422 for PATCH (spec section 7) */
export function invalidBody(status: 400 | 422, errors: BodyError[]): Problem {
  const first = errors[0]
  const detail = first ? `${first.loc.join('.')}: ${first.msg}` : 'The body is not valid'
  return new Problem('invalid_action', detail, { status, errors })
}

/** @returns a parsed body as the schema makes it. @throws Problem `invalid_action` with one item for each thing wrong */
export function validate<T>(schema: z.ZodType<T>, body: unknown, status: 400 | 422): T {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  throw invalidBody(status, parsed.error.issues.flatMap(itemsOf))
}
