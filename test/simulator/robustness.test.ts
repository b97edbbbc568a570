import fc from 'fast-check'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TokenBucket } from '../../src-simulator/limits/token-bucket'
import type { Answer } from './answer'
import { problemOf } from './answer'
import { assertHolds } from './property'
import { rawAnswer, rawConnection, rawRequest } from './raw-connection'
import type { TestService } from './service'
import { GENEROUS_RATES, KEYS, OTHER_PHONE, PHONE, startTestService, until, withTestService } from './service'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ rates: GENEROUS_RATES })
})
afterAll(() => service.close())

function assertAnswered(answer: Answer): void {
  if (answer.status < 300) return
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
  problemOf(answer)
}

/** Checks that no socket is open and no phone in use, and that both work again. */
async function assertUnharmed(): Promise<void> {
  await service.openSocketsOnce(0)
  await service.limit({ budgets: { max_active_devices: 1 } })
  for (const phone of [PHONE, OTHER_PHONE]) {
    const { ws, closed } = await service.socket('control', { phone }).opened()
    ws.terminate()
    await closed
    await service.openSocketsOnce(0)
  }
  await service.limit({ budgets: { max_active_devices: 2 } })
  await service.usage()
}

const wild = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    '',
    '%',
    '%zz',
    '%00',
    '%ff',
    '..',
    '%2e%2e%2f',
    '-1',
    '1e999',
    'NaN',
    '0x10',
    '🙂',
    '\'"<>',
  ),
)
const encoded = fc.oneof(
  wild.map((text) => encodeURIComponent(Buffer.from(text).toString())),
  fc.constantFrom('%', '%zz', '%ff', '%ED%A0%80', '&&', '=', 'a=b&a=c', '%00'),
)
const anyNumber = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(0, -1, 0.5, 2 ** 53, 1e308))
const anyValue = fc.oneof(anyNumber, fc.boolean(), wild, fc.jsonValue())
const fieldsNamed = (...names: string[]) =>
  fc.dictionary(fc.constantFrom(...names, '__proto__', 'constructor'), anyValue, { maxKeys: 6 })
const anyBody = fc.oneof(
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
)

describe('7 a body of any kind', () => {
  it('gets an answer or a problem document of a client error', async () => {
    const type = fc.constantFrom('tap', 'text', 'press', 'open_app', 'path', 'swipe', 'scroll', 'open_url')
    const body = fc.oneof(
      anyBody,
      fc
        .tuple(
          fc.oneof(type, fc.constantFrom('__proto__', 'toString')),
          fieldsNamed(
            'x',
            'y',
            'x1',
            'text',
            'name',
            'key',
            'modifiers',
            'points',
            'url',
            'dy',
            'duration_ms',
          ),
        )
        .map(([name, fields]) => JSON.stringify({ ...fields, type: name })),
      fieldsNamed('custom_name', 'notes', 'labels', 'kind', 'account').map((fields) =>
        JSON.stringify(fields),
      ),
    )
    const target = fc.constantFrom(
      ['POST', `/devices/${PHONE}/actions`],
      ['PATCH', `/devices/${PHONE}`],
      ['POST', `/devices/${PHONE}/automations`],
      ['POST', `/devices/${PHONE}/media/ticket`],
      ['POST', `/devices/${PHONE}/media?filename=f`],
      ['POST', `/devices/${PHONE}/upload?filename=f`],
    )
    await assertHolds(
      fc.asyncProperty(target, body, async ([method = '', path = ''], content) => {
        assertAnswered(await service.call(method, path, { body: content }))
      }),
      200,
    )
    await assertUnharmed()
  })
  it('is applied or refused as a whole by admin, which goes on', async () => {
    const rate = fieldsNamed('per_second', 'burst')
    const part = fc.oneof(
      fieldsNamed('active_minutes', 'actions', 'single_use', 'max_bytes', 'concurrent', 'tokens', 'retry_ms'),
      fc.dictionary(fc.constantFrom('per_key', 'per_device', 'automation_reads'), rate),
      anyValue,
    )
    const order = fc.oneof(
      fc.tuple(
        fc.constant(['PUT', `/phones/${PHONE}`]),
        fieldsNamed('reachable', 'blocked', 'rejects', 'delay_ms', 'animate_fps'),
      ),
      fc.tuple(fc.constant(['PUT', '/keys/second_key']), fieldsNamed('state')),
      fc.tuple(fc.constant(['POST', '/faults']), fieldsNamed('on', 'code', 'times')),
      fc.tuple(fc.constant(['POST', '/sockets']), fieldsNamed('public_id', 'channel', 'do', 'code')),
      fc.tuple(
        fc.constant(['PUT', '/limits']),
        fc.dictionary(fc.constantFrom('budgets', 'rates', 'tickets', 'uploads', 'automations'), part),
      ),
      fc.tuple(fc.constant(['POST', '/clock']), fieldsNamed('advance_ms')),
      fc.tuple(fc.constantFrom(['PUT', '/limits'], ['POST', '/clock'], ['POST', '/faults']), anyBody),
    )
    await withTestService({}, async (own) => {
      await own.socket('stream').opened()
      await assertHolds(
        fc.asyncProperty(order, async ([[method = '', path = ''], body]) => {
          assertAnswered(await own.admin(method, path, body))
          expect((await own.admin('GET', '/sockets')).status).toBe(200)
        }),
        200,
      )
    })
  })
})

/** A placeholder for the service's address, which is not known yet. */
const HOST = 'Host: 127.0.0.1'
const bearer = `Authorization: Bearer ${KEYS.full}`
const handshake = [
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
]

describe('7 a request of any shape', () => {
  const method = fc.constantFrom(
    'GET',
    'GET',
    'GET',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'get',
    'X',
  )
  const path = fc.oneof(
    fc.constantFrom(
      '/v1/devices',
      `/v1/devices/${PHONE}`,
      '/v1/usage',
      '/_sim/sockets',
      `/v1/devices/${PHONE}/upload`,
    ),
    fc.constantFrom(
      '*',
      '//[',
      'http://[::1',
      '/v1//devices',
      '/v1/devices/',
      '/v1/../_sim/clock',
      '/_sim',
      '\\_sim\\x',
    ),
    encoded.map((text) => `/v1/devices/${text}`),
    encoded.map((text) => `/v1/devices/${PHONE}/media?filename=${text}`),
    encoded.map((text) => `/_sim/phones/${PHONE}/events?since=${text}`),
    encoded.map((text) => `/v1/automations/${text}?${text}`),
  )
  const odd = fc.oneof(
    fc
      .tuple(
        fc.constantFrom(
          'X-Odd',
          'Cookie',
          'Accept',
          'Content-Type',
          'Authorization',
          'Origin',
          'Sec-WebSocket-Key',
        ),
        fc.oneof(
          fc
            .array(fc.integer({ min: 0x20, max: 0xff }), { maxLength: 12 })
            .map((bytes) => String.fromCharCode(...bytes)),
          fc.constantFrom('', 'Bearer', 'Bearer  ', 'Basic YTpi', 'Bearer a b', `Bearer ${'k'.repeat(9000)}`),
        ),
      )
      .map(([name, value]) => `${name}: ${value}`),
  )
  const framing = fc.constantFrom(
    ...[
      'Content-Length: 2',
      'Content-Length: -1',
      'Content-Length: 99',
      'Content-Length: 1, 2',
      'Content-Length: 9e9',
    ],
    ...['Transfer-Encoding: chunked', 'Transfer-Encoding: banana', 'Expect: 100-continue', 'Expect: banana'],
    ...['Host: b', 'Host:', 'bad name: x', ': x', 'X-Null: \0', `X-Long: ${'h'.repeat(20_000)}`, ' folded'],
  )
  const headers = fc
    .tuple(
      fc.oneof(
        { weight: 4, arbitrary: fc.constant([HOST, bearer]) },
        { weight: 1, arbitrary: fc.subarray([HOST, bearer, bearer]) },
      ),
      fc.array(odd, { maxLength: 3 }),
      fc.oneof(
        { weight: 2, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.array(framing, { maxLength: 2 }) },
      ),
    )
    .map((lists) => [...lists.flat(), 'Connection: close'])

  it('gets an answer or a client error, or the connection closes', async () => {
    let runs = 0
    let answers = 0
    await assertHolds(
      fc.asyncProperty(method, path, headers, async (verb, target, lines) => {
        const host = `Host: ${new URL(service.addresses.base_url).host}`
        const sent = lines.map((line) => (line === HOST ? host : line))
        const body = lines.some((line) => /^(Content-Length|Transfer)/.test(line)) ? '{}' : ''
        const request = rawRequest(`${verb} ${target} HTTP/1.1`, sent, body)
        const connection = rawConnection(service, request)
        const answering = rawAnswer(connection)
        // Long enough for an answer; an announced body may never arrive whole.
        for (let call = 0; call < 2; call++) await service.admin('GET', '/sockets')
        connection.end()
        const answer = await answering
        runs += 1
        if (!answer) return
        answers += 1
        assertAnswered(answer)
      }),
      300,
    )
    expect(answers / runs).toBeGreaterThan(0.8)
    await assertUnharmed()
  })
  it('costs nothing when its client leaves at any time', async () => {
    const uploadsUsed = async () => (await service.usage()).uploads.used
    const before = await uploadsUsed()
    const whole = rawRequest(
      `POST /v1/devices/${PHONE}/media?filename=f HTTP/1.1`,
      ['Host: a', bearer, 'Content-Length: 100'],
      'x'.repeat(50),
    )
    await assertHolds(
      fc.asyncProperty(fc.nat(whole.length), fc.boolean(), async (length, politely) => {
        const connection = rawConnection(service, whole.subarray(0, length))
        connection.resume()
        const closed = new Promise((resolve) => connection.once('close', resolve))
        connection.write('', () => (politely ? connection.end() : connection.resetAndDestroy()))
        await closed
      }),
      40,
    )
    await until('none of them counts', uploadsUsed, (used) => used === before)
    await assertUnharmed()
  })
})

describe('4.10 and 4.11 a handshake of any kind', () => {
  it('opens or is refused with a client error, and leaves nothing open', async () => {
    const query = fc.oneof(
      encoded.map((text) => `token=${text}`),
      encoded.map((text) => `token=${KEYS.full}&fps=${text}`),
      encoded.map((text) => `token=${KEYS.full}&token=${text}`),
    )
    const odd = ['Sec-WebSocket-Version: 7', 'Sec-WebSocket-Protocol: ,', 'Origin: null', 'Upgrade: h2c']
    const headers = fc.oneof(
      fc.subarray(odd).map((more) => ['Host: a', 'Connection: Upgrade', ...handshake, ...more]),
      fc.subarray(['Host: a', 'Connection: Upgrade', 'Connection: close', ...handshake, ...odd]),
    )
    await assertHolds(
      fc.asyncProperty(
        fc.constantFrom('stream', 'control', 'else'),
        query,
        headers,
        async (channel, asked, more) => {
          const line = `GET /v1/devices/${PHONE}/${channel}?${asked} HTTP/1.1`
          const connection = rawConnection(service, rawRequest(line, more))
          const answer = await rawAnswer(connection)
          expect(answer?.status === 101 || (answer && answer.status >= 400 && answer.status < 500)).toBe(true)
        },
      ),
      120,
    )
    await assertUnharmed()
  })
})

interface Frame {
  first: number
  masked: boolean
  payload: Uint8Array
  /** Instead of the true length. */
  length: bigint | undefined
}

function frameBytes({ first, masked, payload, length }: Frame): Buffer {
  const head = Buffer.alloc(10)
  head[0] = first
  head[1] = (masked ? 0x80 : 0) | 127
  head.writeBigUInt64BE(length ?? BigInt(payload.length), 2)
  const mask = masked ? randomBytes(4) : Buffer.alloc(0)
  const body = masked ? payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0)) : payload
  return Buffer.concat([head, mask, body])
}

describe('4.11 any input on a control channel', () => {
  const payload = fc.oneof(
    fc.uint8Array({ maxLength: 130 }),
    anyBody.map((body) => Buffer.from(body)),
    fc
      .constantFrom('{"type":"ping"}', '{"type":"mouse","x":1,"y":1,"buttons":1}')
      .map((text) => Buffer.from(text)),
    fc.constantFrom(8192, 8193, 70_000).map((length) => Buffer.alloc(length, ' ')),
  )
  const frame = fc.record<Frame>({
    first: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(0x81, 0x81, 0x82, 0x01, 0x00, 0x80, 0x89, 0x8a, 0x88) },
      { weight: 1, arbitrary: fc.nat(255) },
    ),
    masked: fc.integer({ min: 0, max: 9 }).map((chance) => chance > 0),
    payload,
    length: fc.constantFrom(
      undefined,
      undefined,
      undefined,
      undefined,
      0n,
      126n,
      9000n,
      2n ** 31n,
      2n ** 63n,
    ),
  })
  const stream = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.array(frame, { maxLength: 8 }).map((frames) => Buffer.concat(frames.map(frameBytes))),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }) },
  )

  it('never stops the service and leaves nothing open or pressed', async () => {
    await assertHolds(
      fc.asyncProperty(stream, fc.boolean(), async (bytes, politely) => {
        const line = `GET /v1/devices/${PHONE}/control?token=${KEYS.full} HTTP/1.1`
        const connection = rawConnection(
          service,
          rawRequest(line, ['Host: a', 'Connection: Upgrade', ...handshake]),
        )
        await new Promise((resolve) => connection.once('data', resolve))
        connection.resume()
        const closed = new Promise((resolve) => connection.once('close', resolve))
        connection.write(bytes, () => (politely ? connection.end() : connection.resetAndDestroy()))
        await closed
      }),
      150,
    )
    await assertUnharmed()
    const pressed = async () => {
      const types = (await service.events()).map(({ type }) => type)
      return types.lastIndexOf('down') > types.lastIndexOf('up')
    }
    await until(
      'the finger is up',
      pressed,
      (isDown) => !isDown,
      () => service.advance(100),
    )
  })
  it('is answered, and the channel goes on', async () => {
    const fields = fieldsNamed('x', 'y', 'buttons', 'dy', 'key', 'text')
    const known = fc.constantFrom('mouse', 'scroll', 'key', 'text', 'ping', '__proto__')
    const message = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.tuple(known, fields).map(([type, rest]) => JSON.stringify({ ...rest, type })),
    )
    await assertHolds(
      fc.asyncProperty(fc.array(message, { maxLength: 20, size: 'max' }), async (messages) => {
        const socket = await service.socket('control').opened()
        for (const text of messages) socket.say(text)
        socket.ws.send(Buffer.from([0, 1, 2]))
        for (const { type } of await socket.settled())
          expect(['ready', 'error', 'typed', 'pong']).toContain(type)
        socket.ws.terminate()
        await socket.closed
      }),
      30,
    )
    await assertUnharmed()
  })
  it('closes with 4400 above 8 KiB, also in fragments', async () => {
    const socket = await service.socket('control').opened()
    for (let count = 0; count < 9; count++) socket.ws.send('x'.repeat(1000), { fin: count === 8 })
    expect(await socket.closed).toBe(4400)
  })
})

describe('8.3 a token bucket', () => {
  it('never admits more than burst and rate allow, and always recovers', () => {
    const waits = fc.array(fc.nat(2000), { maxLength: 60 })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 20 }),
        waits,
        (rate, burst, steps) => {
          let now = 0
          const bucket = new TokenBucket(rate, burst, { now: () => now })
          const taken: number[] = []
          for (const step of steps) {
            now += step
            if (bucket.take()) taken.push(now)
            for (const [index, since] of taken.entries()) {
              const allowed = burst + ((now - since) / 1000) * rate + 1e-6
              expect(taken.length - index).toBeLessThanOrEqual(allowed)
            }
          }
          now += bucket.msUntilNext() + 1e-6
          expect(bucket.take()).toBe(true)
        },
      ),
    )
  })
})
