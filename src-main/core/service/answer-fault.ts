import type { IncomingHttpHeaders } from 'node:http'
import { faultOf, type Fault } from '../../../src-shared/protocol/fault'
import { problemSchema } from '../../../src-shared/protocol/problem'
import { isProblemCode } from '../../../src-shared/protocol/problem-code'
import { jsonOf, unreadable } from './answer-body'
import { headerDate } from './server-clock'
import { shownText } from './shown-text'

const dayMs = 24 * 3_600_000
// A service that asks for more is asked once after an hour.
const longestWaitS = 3600

/** Returns the wait that `Retry-After` asks for, in s: a number, or a date relative to the answer's `Date`; an hour at most. */
function retryAfterS(headers: IncomingHttpHeaders): number | undefined {
  const text = headers['retry-after']?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Number(text), longestWaitS)
  const seconds = (headerDate(text) - headerDate(headers.date)) / 1000
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(0, seconds), longestWaitS)
}

/** Returns when the daily budgets reset: the UTC midnight after the answer (spec 8). */
function nextReset(headers: IncomingHttpHeaders): string | undefined {
  const at = headerDate(headers.date)
  return Number.isNaN(at) ? undefined : new Date((Math.floor(at / dayMs) + 1) * dayMs).toISOString()
}

function wholeNumber(header: string | string[] | undefined): number | undefined {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined
}

function parsed(status: number, headers: IncomingHttpHeaders, body: Buffer, secrets: readonly string[]) {
  try {
    return { value: jsonOf({ status, headers, body }, secrets), fault: null }
  } catch (thrown) {
    return { value: null, fault: faultOf(thrown) }
  }
}

/**
 * Returns the fault of an unsuccessful answer (spec 7): a problem document, the plain-text 1010, or unreadable.
 * @param secrets credentials to keep out of the fault, should the service repeat them
 */
export function answerFault(
  status: number,
  headers: IncomingHttpHeaders,
  body: Buffer,
  secrets: readonly string[] = [],
): Fault {
  if (status === 403 && /^\s*error code: 1010\s*$/.test(body.toString('utf8'))) {
    return { kind: 'user-agent-refused' }
  }
  const { value, fault } = parsed(status, headers, body, secrets)
  if (fault) return fault
  const problem = problemSchema.safeParse(value)
  if (!problem.success) return { ...unreadable(status, 'missing-field', '', secrets), field: 'code' }
  const clean = (text: string) => shownText(text, secrets)
  const { code, errors } = problem.data
  const detail = clean(problem.data.detail)
  if (!isProblemCode(code)) {
    return unreadable(status, 'unknown-code', detail ? `${code}: ${detail}` : code, secrets)
  }
  const retryAfter = retryAfterS(headers)
  const layer = headers['x-ratelimit-limit-layer']
  const resetsAt = code === 'quota_exceeded' ? nextReset(headers) : undefined
  const remaining = wholeNumber(headers['x-ratelimit-remaining'])
  return {
    kind: 'problem',
    code,
    status,
    detail,
    ...(retryAfter === undefined ? {} : { retryAfterS: retryAfter }),
    ...(typeof layer === 'string' ? { limitLayer: clean(layer) } : {}),
    ...(remaining === undefined ? {} : { limitRemaining: remaining }),
    ...(resetsAt === undefined ? {} : { resetsAt }),
    ...(errors
      ? {
          fields: errors.map(({ loc, msg }) => ({ path: clean(loc.join('.')), message: clean(msg) })),
        }
      : {}),
  }
}
