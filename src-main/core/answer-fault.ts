import type { IncomingHttpHeaders } from 'node:http'
import type { Fault } from '../../src-shared/protocol/fault'
import { problemSchema } from '../../src-shared/protocol/problem'
import { isProblemCode } from '../../src-shared/protocol/problem-code'

const excerptChars = 200

/** The seconds of a `Retry-After` header; a date there, or nonsense, is nothing. */
function retryAfterS(headers: IncomingHttpHeaders): number | undefined {
  const seconds = Number(headers['retry-after'])
  return Number.isFinite(seconds) && seconds >= 0 && headers['retry-after'] ? seconds : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The fault in an answer that is not a success (spec 7): a problem document, the plain-text 1010, or unreadable. */
export function answerFault(status: number, headers: IncomingHttpHeaders, body: Buffer): Fault {
  const text = body.toString('utf8')
  if (status === 403 && /^\s*error code: 1010\s*$/.test(text)) return { kind: 'user-agent-refused' }
  const problem = problemSchema.safeParse(parseJson(text))
  if (!problem.success || !isProblemCode(problem.data.code)) {
    return { kind: 'unreadable-answer', status, excerpt: text.slice(0, excerptChars) }
  }
  const { code, detail, errors } = problem.data
  const retryAfter = retryAfterS(headers)
  const layer = headers['x-ratelimit-limit-layer']
  return {
    kind: 'problem',
    code,
    status,
    detail,
    ...(retryAfter === undefined ? {} : { retryAfterS: retryAfter }),
    ...(typeof layer === 'string' ? { limitLayer: layer } : {}),
    ...(errors ? { fields: errors.map(({ loc, msg }) => ({ path: loc.join('.'), message: msg })) } : {}),
  }
}
