import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failure, send } from './answer'
import { rawAnswer, rawConnection, rawRequest } from './raw-connection'
import type { TestService } from './service'
import { KEYS, PHONE, startTestService } from './service'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const HOST = 'Host: 127.0.0.1'
const HANDSHAKE = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
]
const KEY = `Authorization: Bearer ${KEYS.full}`

describe('1.4 requests outside the API', () => {
  it.each<[string, string, string, string[]]>([
    ['no HTTP', '400 invalid_action', 'hello', []],
    ['no line at all', '400 invalid_action', '\0\0\0', []],
    [
      'headers that are too long',
      '400 invalid_action',
      'GET /v1/usage HTTP/1.1',
      [`X-A: ${'a'.repeat(70_000)}`],
    ],
    ['a length that is no number', '400 invalid_action', 'POST /v1/usage HTTP/1.1', ['Content-Length: x']],
    [
      'two lengths',
      '400 invalid_action',
      'POST /v1/usage HTTP/1.1',
      ['Content-Length: 1', 'Content-Length: 2'],
    ],
    ['CONNECT', '405 method_not_allowed', 'CONNECT 127.0.0.1:80 HTTP/1.1', []],
    ['a method of no endpoint', '405 method_not_allowed', 'TRACE /v1/usage HTTP/1.1', [KEY]],
    ['an invalid address', '404 not_found', 'GET //[ HTTP/1.1', [KEY]],
    ['an unknown expectation', '401 unauthorized', 'GET /v1/usage HTTP/1.1', ['Expect: more']],
    ['a key of another scheme', '401 unauthorized', 'GET /v1/usage HTTP/1.1', ['Authorization: Basic a']],
  ])('%s gets a problem document: %s', async (_, wanted, line, headers) => {
    const answer = await rawAnswer(
      rawConnection(service, rawRequest(line, [HOST, 'Connection: close', ...headers])),
    )
    expect(answer && failure(answer)).toBe(wanted)
  })
  it('a request without a Host gets a problem document', async () => {
    const bytes = rawRequest('GET /v1/usage HTTP/1.1', [KEY, 'Connection: close'])
    const answer = await rawAnswer(rawConnection(service, bytes))
    expect(answer && failure(answer)).toBe('400 invalid_action')
  })
  it('survives a CONNECT whose client resets the connection', async () => {
    const closings = Array.from({ length: 50 }, (_, index) => {
      const connection = rawConnection(service, rawRequest('CONNECT a:1 HTTP/1.1', [HOST]))
      if (index % 2) connection.once('data', () => connection.resetAndDestroy())
      else connection.once('connect', () => connection.write('', () => connection.resetAndDestroy()))
      return once(connection, 'close')
    })
    await Promise.all(closings)
    expect((await service.call('GET', '/usage')).status).toBe(200)
  })
  it('stops while a client keeps a refused handshake half open', async () => {
    const own = await startTestService()
    const { port } = new URL(own.addresses.base_url)
    const connection = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true })
    connection.on('error', () => undefined)
    connection.write(rawRequest(`GET /v1/devices/${PHONE}/stream HTTP/1.1`, [HOST, ...HANDSHAKE]))
    connection.resume()
    await once(connection, 'end')
    await own.close()
    connection.destroy()
  })
  it('lists the methods of an endpoint', async () => {
    const wrong = await service.call('DELETE', '/devices')
    expect([failure(wrong), wrong.headers['allow']]).toEqual(['405 method_not_allowed', 'GET'])
  })
})

describe('9 versioning', () => {
  it('every endpoint is under /v1', async () => {
    expect(service.addresses.base_url).toMatch(/\/v1$/)
    const root = service.addresses.base_url.replace(/\/v1$/, '')
    for (const prefix of ['', '/v2']) {
      expect(failure(await send('GET', `${root}${prefix}/devices`, { key: KEYS.full }))).toBe('404 not_found')
    }
    expect(failure(await service.call('GET', '/nothing'))).toBe('404 not_found')
  })
})

describe('an offer of HTTP/2', () => {
  const offer = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk']
  it('is ignored, and the request is answered with its body', async () => {
    const body = Buffer.from('{"notes":"über"}')
    const length = `Content-Length: ${body.length}`
    const patch = rawRequest(`PATCH /v1/devices/${PHONE} HTTP/1.1`, [HOST, KEY, length, ...offer])
    const next = rawRequest('GET /v1/usage HTTP/1.1', [HOST, KEY, 'Connection: close'])
    const answers = await text(rawConnection(service, Buffer.concat([patch, body, next])))
    expect(answers.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
    expect(answers).toContain('"notes":"über"')
    expect(answers).toContain('"snapshots"')
  })
})

describe('the Date header', () => {
  it('shows the service’s time, which admin can move', async () => {
    await service.advance(48 * 3_600_000)
    const ahead = (await service.now()) - Date.now()
    expect(ahead).toBeGreaterThan(48 * 3_600_000 - 2000)
    expect(ahead).toBeLessThan(48 * 3_600_000 + 60_000)
  })
})
