import fc from 'fast-check'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TokenBucket } from '../../src-simulator/limits/token-bucket'
import type { TestService } from './service'
import { KEYS, PHONE, problemOf, startTestService } from './service'

let service: TestService
const generous = { per_second: 1e6, burst: 1e6 }
beforeAll(async () => {
  service = await startTestService({
    rates: {
      per_key: generous,
      per_account: generous,
      per_device: generous,
      device_edits: generous,
      account_edits: generous,
      automation_launch_device: generous,
      automation_launch_account: generous,
    },
  })
})
afterAll(() => service.close())

describe('bad input', () => {
  it('of any kind gets a problem document of a client error', async () => {
    const type = fc.constantFrom('tap', 'text', 'press', 'open_app', 'path', 'swipe', '__proto__', 'toString')
    const body = fc.oneof(
      fc.json(),
      fc.string({ unit: 'binary' }),
      fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
      fc
        .tuple(type, fc.dictionary(fc.constantFrom('x', 'y', 'text', 'name', 'points'), fc.jsonValue()))
        .map(([name, fields]) => JSON.stringify({ ...fields, type: name })),
    )
    const target = fc.constantFrom(
      ['POST', `/devices/${PHONE}/actions`],
      ['PATCH', `/devices/${PHONE}`],
      ['POST', `/devices/${PHONE}/automations`],
    )
    await fc.assert(
      fc.asyncProperty(target, body, async ([method = '', path = ''], content) => {
        const answer = await service.call(method, path, { body: content })
        if (answer.status === 200) return
        expect(answer.status).toBeGreaterThanOrEqual(400)
        expect(answer.status).toBeLessThan(500)
        problemOf(answer)
      }),
      { numRuns: 100 },
    )
  })
  it('on a control channel never ends the service', async () => {
    const socket = await service.socket('control').opened()
    for (const data of fc.sample(fc.oneof(fc.string(), fc.json()), 60)) socket.say(data)
    socket.ws.send(Buffer.from([0, 1, 2]))
    await socket.settled()
    const broken = connect(Number(new URL(service.addresses.base_url).port), '127.0.0.1')
    broken.write(
      [
        `GET /v1/devices/${PHONE}/control?token=${KEYS.full} HTTP/1.1`,
        'Host: 127.0.0.1',
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        '\r\n',
      ].join('\r\n'),
    )
    await new Promise((resolve) => broken.once('data', resolve))
    broken.write(Buffer.from('ffffffffffffffffffffffff', 'hex'))
    broken.resume()
    await new Promise((resolve) => broken.once('close', resolve))
    expect((await service.call('GET', '/devices')).status).toBe(200)
  })
  it('in the request line or the handshake never ends the service', async () => {
    const lines = [
      'GET //[ HTTP/1.1\r\nHost: a',
      'GET http://[::1/v1/devices HTTP/1.1\r\nHost: a',
      `GET /v1/devices/${PHONE}/stream?token=${KEYS.full} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket`,
      '\0\0\0',
    ]
    for (const line of lines) {
      const socket = connect(Number(new URL(service.addresses.base_url).port), '127.0.0.1')
      socket.write(`${line}\r\nConnection: close\r\n\r\n`)
      const answer = await new Promise<string>((resolve) =>
        socket.once('data', (data) => resolve(String(data))),
      )
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
      socket.destroy()
    }
    expect((await service.call('GET', '/usage')).status).toBe(200)
    const { json } = await service.call('GET', '/usage')
    expect(json).toMatchObject({ max_active_devices: 2 })
  })
})

describe('8.3 a token bucket', () => {
  it('never lets more through than the burst and the rate allow, and always recovers', () => {
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
