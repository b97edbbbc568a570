import { describe, expect, it } from 'vitest'
import { problemCodes } from '../../src-shared/protocol/problem-code'
import { answerFault } from '../../src-main/core/answer-fault'
import { networkFault } from '../../src-main/core/network-fault'

const problem = (code: string, more: object = {}) => ({
  type: `https://errors.example/${code}`,
  title: code,
  status: 429,
  code,
  detail: 'As it is.',
  ...more,
})
const fault = (status: number, body: unknown, headers = {}) =>
  answerFault(status, headers, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)))

describe('the fault in an answer (spec 7)', () => {
  it.each(problemCodes)('is the problem %s', (code) => {
    expect(fault(429, problem(code))).toEqual({ kind: 'problem', code, status: 429, detail: 'As it is.' })
  })

  it('carries Retry-After and the layer that tripped', () => {
    const headers = { 'retry-after': '7', 'x-ratelimit-limit-layer': 'per_key' }
    expect(fault(429, problem('rate_limited'), headers)).toMatchObject({
      retryAfterS: 7,
      limitLayer: 'per_key',
    })
  })

  it.each(['', 'soon', '-1', 'Wed, 21 Oct 2026 07:28:00 GMT'])(
    'lives without a Retry-After of %j',
    (header) => {
      expect(fault(429, problem('rate_limited'), { 'retry-after': header })).not.toHaveProperty('retryAfterS')
    },
  )

  it('names the fields that were rejected', () => {
    const errors = [{ type: 'string_too_long', loc: ['body', 'labels', 0, 'name'], msg: 'too long' }]
    expect(fault(422, problem('invalid_action', { errors }))).toMatchObject({
      fields: [{ path: 'body.labels.0.name', message: 'too long' }],
    })
  })

  it.each([null, 'none', [{ msg: 1 }]])('reads a problem whose `errors` are %j', (errors) => {
    expect(fault(422, problem('invalid_action', { errors }))).toMatchObject({ code: 'invalid_action' })
  })

  it('is a refused User-Agent for the plain text 1010, and only with 403', () => {
    expect(fault(403, 'error code: 1010\n')).toEqual({ kind: 'user-agent-refused' })
    expect(fault(500, 'error code: 1010')).toMatchObject({ kind: 'unreadable-answer' })
    expect(fault(403, 'error code: 1020')).toMatchObject({ kind: 'unreadable-answer' })
  })

  it.each([
    ['HTML', '<html>Bad gateway</html>'],
    ['nothing', ''],
    ['a cut document', JSON.stringify(problem('internal')).slice(0, 60)],
    ['a code that is not known', JSON.stringify(problem('brand_new'))],
    ['a document without a code', '{"title":"internal"}'],
  ])('is unreadable for %s, with what came', (_, body) => {
    expect(fault(502, body)).toEqual({ kind: 'unreadable-answer', status: 502, excerpt: body.slice(0, 200) })
  })
})

describe('why nothing answered', () => {
  const reasonOf = (thrown: unknown) => {
    const found = networkFault(thrown, 'a.example')
    return found.kind === 'network' ? found.reason : found.kind
  }

  it.each([
    ['ECONNREFUSED', 'connection-refused'],
    ['ECONNRESET', 'connection-lost'],
    ['EPIPE', 'connection-lost'],
    ['ETIMEDOUT', 'timeout'],
    ['EAI_AGAIN', 'no-network'],
    ['ENETUNREACH', 'no-network'],
    ['CERT_HAS_EXPIRED', 'tls'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
    ['EPROTO', 'tls'],
  ])('%s is %s', (code, reason) => {
    expect(reasonOf(Object.assign(new Error('x'), { code }))).toBe(reason)
  })

  it('is found in the failures of several addresses of one host', () => {
    expect(reasonOf(new AggregateError([Object.assign(new Error('x'), { code: 'ECONNREFUSED' })]))).toBe(
      'connection-refused',
    )
  })

  it.each([null, undefined, 'text', new Error('x'), { code: 7 }])('is a lost connection for %j', (thrown) => {
    expect(reasonOf(thrown)).toBe('connection-lost')
  })
})
