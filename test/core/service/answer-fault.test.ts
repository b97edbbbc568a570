import { describe, expect, it } from 'vitest'
import { problemCodes } from '../../../src-shared/protocol/problem-code'
import { answerFault } from '../../../src-main/core/service/answer-fault'

const key = 'fw_live_id_c4nary'
const problem = (code: string, more: object = {}) => ({
  type: `https://errors.example/${code}`,
  title: code,
  status: 429,
  code,
  detail: 'As it is.',
  ...more,
})
const fault = (status: number, body: unknown, headers = {}) =>
  answerFault(
    status,
    headers,
    Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    [key],
  )

describe('the fault in an answer (spec 7)', () => {
  it.each(problemCodes)('is the problem %s', (code) => {
    expect(fault(429, problem(code))).toEqual({ kind: 'problem', code, status: 429, detail: 'As it is.' })
  })

  it('carries Retry-After, the layer that tripped and what is left in it', () => {
    const headers = {
      'retry-after': '7',
      'x-ratelimit-limit-layer': 'per_key',
      'x-ratelimit-remaining': '0',
    }
    expect(fault(429, problem('rate_limited'), headers)).toMatchObject({
      retryAfterS: 7,
      limitLayer: 'per_key',
      limitRemaining: 0,
    })
  })

  it('reads a Retry-After date by the answer’s own clock', () => {
    const headers = (date: string) => ({ 'retry-after': 'Wed, 21 Oct 2026 07:28:30 GMT', date })
    expect(fault(429, problem('rate_limited'), headers('Wed, 21 Oct 2026 07:28:00 GMT'))).toMatchObject({
      retryAfterS: 30,
    })
    expect(fault(429, problem('rate_limited'), headers('Wed, 21 Oct 2026 07:29:00 GMT'))).toMatchObject({
      retryAfterS: 0,
    })
  })

  it.each(['3601', '99999999', '1'.repeat(400), 'Wed, 21 Oct 2099 07:28:30 GMT'])(
    'waits an hour at most: Retry-After %s',
    (header) => {
      const headers = { 'retry-after': header, date: 'Wed, 21 Oct 2026 07:28:00 GMT' }
      expect(fault(429, problem('rate_limited'), headers)).toMatchObject({ retryAfterS: 3600 })
    },
  )

  it.each([
    ['Wed, 21 Oct 2026 07:28:00 GMT', '2026-10-22T00:00:00.000Z'],
    ['Wed, 21 Oct 2026 23:59:59 GMT', '2026-10-22T00:00:00.000Z'],
    ['Thu, 22 Oct 2026 00:00:00 GMT', '2026-10-23T00:00:00.000Z'],
  ])('names the reset of a used-up budget by the service’s clock: at %s', (date, resetsAt) => {
    expect(fault(429, problem('quota_exceeded'), { date })).toMatchObject({ resetsAt })
    expect(fault(429, problem('rate_limited'), { date })).not.toHaveProperty('resetsAt')
  })

  it('names no reset after a day that no clock shows', () => {
    const date = 'Sat, 13 Sep 275760 00:00:00 GMT'
    expect(fault(429, problem('quota_exceeded'), { date })).not.toHaveProperty('resetsAt')
  })

  it.each(['', 'soon', '-1', '0x10', 'Wed, 21 Oct 2026 07:28:00 GMT'])(
    'ignores a Retry-After of %j',
    (header) => {
      expect(fault(429, problem('rate_limited'), { 'retry-after': header })).not.toHaveProperty('retryAfterS')
    },
  )

  it.each(['', 'none', '-1', '1.5'])('ignores an X-RateLimit-Remaining of %j', (header) => {
    const found = fault(429, problem('rate_limited'), { 'x-ratelimit-remaining': header })
    expect(found).not.toHaveProperty('limitRemaining')
  })

  it('names the fields that were rejected', () => {
    const errors = [{ type: 'string_too_long', loc: ['body', 'labels', 0, 'name'], msg: 'too long' }]
    expect(fault(422, problem('invalid_action', { errors }))).toMatchObject({
      fields: [{ path: 'body.labels.0.name', message: 'too long' }],
    })
  })

  it('reads no more than the first of many errors, and of a long path', () => {
    const many = <Entry>(entry: Entry) => Array.from({ length: 100_000 }, () => entry)
    const error = { loc: ['body', 'name'], msg: 'no' }
    const fields = { path: 'body.name', message: 'no' }
    const read = fault(422, problem('invalid_action', { errors: many(error).slice(0, 50_000) }))
    expect(read).toMatchObject({ fields: Array.from({ length: 20 }, () => fields) })
    expect(fault(422, problem('invalid_action', { errors: many({}).fill(error, 0, 20) }))).toEqual(read)
    const path = [...Array.from({ length: 20 }, () => 'a'), ...many({})]
    expect(fault(422, problem('invalid_action', { errors: [{ ...error, loc: path }] }))).toMatchObject({
      fields: [{ message: 'no' }],
    })
  })

  it.each([null, 'none', [{ msg: 1 }]])('reads a problem whose `errors` are %j', (errors) => {
    expect(fault(422, problem('invalid_action', { errors }))).toMatchObject({ code: 'invalid_action' })
  })

  it('reads a problem with nothing but a code', () => {
    expect(fault(401, { code: 'unauthorized' })).toEqual({
      kind: 'problem',
      code: 'unauthorized',
      status: 401,
      detail: '',
    })
  })

  it('is a refused User-Agent for the plain text 1010, and only with 403', () => {
    expect(fault(403, 'error code: 1010\n', { 'content-type': 'text/plain' })).toEqual({
      kind: 'user-agent-refused',
    })
    expect(fault(500, 'error code: 1010')).toMatchObject({ kind: 'unreadable-answer' })
    expect(fault(403, 'error code: 1020')).toMatchObject({ kind: 'unreadable-answer' })
  })
})

describe('an unreadable answer (reliability, REST)', () => {
  const document = JSON.stringify(problem('internal'))
  const utf16 = Buffer.from(document, 'utf16le')

  it.each([
    ['nothing', '', {}, 'empty', ''],
    [
      'a web page',
      '<html><style>p{}</style><h1>Bad  gateway</h1>\n<p>nginx</p>',
      {},
      'html',
      'Bad gateway nginx',
    ],
    ['a web page that says so', 'Sorry', { 'content-type': 'text/html; charset=utf-8' }, 'html', 'Sorry'],
    ['a cut document', document.slice(0, 30), {}, 'cut', document.slice(0, 30)],
    ['a list that is cut in a character', Buffer.from('["ü').subarray(0, 3), {}, 'cut', '["'],
    ['words', 'upstream connect error', {}, 'not-json', 'upstream connect error'],
    [
      'a document that says it is plain text',
      document,
      { 'content-type': 'text/plain' },
      'content-type',
      `text/plain: ${document}`,
    ],
    [
      'a charset that JSON does not have',
      utf16,
      { 'content-type': 'application/json; charset=utf-16' },
      'charset',
      'application/json; charset=utf-16',
    ],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), {}, 'charset', ''],
    ['a packed document', document, { 'content-encoding': 'br' }, 'charset', 'br'],
    ['a code that is not known', problem('brand_new'), {}, 'unknown-code', 'brand_new: As it is.'],
  ])('is %s, with what came in words', (_, body, headers, why, excerpt) => {
    expect(fault(502, body, headers)).toEqual({ kind: 'unreadable-answer', status: 502, why, excerpt })
  })

  it.each(['[],', '{},', '0,', '['])('is a document of too many values, such as %j', (value) => {
    const list = value === '[' ? '['.repeat(400_000) + ']'.repeat(400_000) : `[${value.repeat(400_000)}0]`
    const text = `{"code":"internal","detail":"","more":${list}}`
    expect(fault(500, text)).toMatchObject({ kind: 'unreadable-answer', why: 'too-long' })
    const detail = '[{,\\"'.repeat(70_000)
    expect(fault(500, problem('internal', { detail }))).toMatchObject({ kind: 'problem' })
  })

  it('is a document without a code, which it names', () => {
    expect(fault(502, '{"title":"internal"}')).toMatchObject({ why: 'missing-field', field: 'code' })
  })

  it.each([
    'application/problem+json',
    'application/json; charset=UTF-8',
    'application/json;charset="utf-8"',
  ])('is none as %s', (type) => {
    expect(fault(500, problem('internal'), { 'content-type': type })).toMatchObject({ code: 'internal' })
  })

  it('shows at most 200 characters of text', () => {
    const found = fault(502, `a\u0000\u001b[31m${'😀'.repeat(500)}`)
    const excerpt = found.kind === 'unreadable-answer' ? found.excerpt : ''
    expect([...excerpt]).toHaveLength(200)
    expect(excerpt).toMatch(/^a \[31m😀+$/u)
  })
})

describe('a service that echoes the request', () => {
  it.each([
    ['a web page', `<html>Authorization: Bearer ${key}</html>`],
    ['an address', `no such page: wss://a.example/v1/devices/a/stream?token=${encodeURIComponent(key)}`],
    ['words that are cut in the key', `the key was ${key.slice(0, -3)}`],
    ['a detail', JSON.stringify(problem('unauthorized', { detail: `${key} is unknown` }))],
    ['an unknown code', JSON.stringify(problem('new', { detail: `${key} is unknown` }))],
    [
      'a field',
      JSON.stringify(problem('invalid_action', { errors: [{ type: 't', loc: ['body', key], msg: key }] })),
    ],
    ['a ticket', '{"upload_url":"https://a.example/upload","ticket":"c4nary-ticket","max_b'],
  ])('does not get the key into the fault by %s', (_, body) => {
    const found = JSON.stringify(fault(401, body))
    expect(found).not.toContain('c4n')
  })
})
