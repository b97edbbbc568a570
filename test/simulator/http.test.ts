import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestService } from './service'
import { KEYS, PHONE, startTestService } from './service'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

/** What the service answers to bytes, until it closes the connection. */
async function answerTo(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(service.addresses.base_url).port), '127.0.0.1')
  socket.write(bytes)
  return text(socket)
}

const lines = (...all: string[]) => all.map((line) => `${line}\r\n`).join('')
const HOST = 'Host: 127.0.0.1'
const KEY = `Authorization: Bearer ${KEYS.full}`

describe('1.4 what is no request of the API', () => {
  it.each([
    ['no HTTP', 400, lines('hello', '')],
    [
      'headers that are too long',
      400,
      lines('GET /v1/usage HTTP/1.1', HOST, `X-A: ${'a'.repeat(40_000)}`, ''),
    ],
    ['no Host', 400, lines('GET /v1/usage HTTP/1.1', 'Connection: close', '')],
    [
      'a Content-Length that is no number',
      400,
      lines('POST /v1/usage HTTP/1.1', HOST, 'Content-Length: x', ''),
    ],
    ['CONNECT', 405, lines('CONNECT 127.0.0.1:80 HTTP/1.1', HOST, '')],
    ['a method of no endpoint', 405, lines('TRACE /v1/usage HTTP/1.1', HOST, 'Connection: close', '')],
    [
      'an expectation that nobody knows',
      401,
      lines('GET /v1/usage HTTP/1.1', HOST, 'Connection: close', 'Expect: more', ''),
    ],
  ])('%s is answered with a problem document', async (_, status, bytes) => {
    const [head = '', body = ''] = (await answerTo(bytes)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head).toContain('Content-Type: application/problem+json')
    expect(JSON.parse(body)).toMatchObject({ status })
  })
})

describe('an offer of HTTP/2, as some clients make with every request', () => {
  const offer = lines('Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk')
  it('is not taken up, and the request is answered, with its body', async () => {
    const body = '{"notes":"über"}'
    const length = `Content-Length: ${Buffer.byteLength(body)}`
    const patch = `${lines(`PATCH /v1/devices/${PHONE} HTTP/1.1`, HOST, KEY, length)}${offer}\r\n${body}`
    const next = lines('GET /v1/usage HTTP/1.1', HOST, KEY, 'Connection: close', '')
    const answers = await answerTo(patch + next)
    expect(answers.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
    expect(answers).toContain('"notes":"über"')
    expect(answers).toContain('"snapshots"')
  })
})

describe('the Date header', () => {
  it('is the time of the service, which admin moves', async () => {
    await service.admin('POST', '/clock', { advance_ms: 48 * 3_600_000 })
    const { headers } = await service.call('GET', '/usage')
    const ahead = Date.parse(headers.date ?? '') - Date.now()
    expect(ahead).toBeGreaterThan(48 * 3_600_000 - 2000)
    expect(ahead).toBeLessThan(48 * 3_600_000 + 60_000)
  })
})
