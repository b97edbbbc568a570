import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import type { ClientRequest } from 'node:http'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Answer, CallOptions, TestService } from './service'
import { answerOf, failure, KEYS, OTHER_PHONE, PHONE, send, startTestService } from './service'

let service: TestService | undefined

/** A fresh service for each case: tickets and rates are what is tested. */
async function start(config: Record<string, unknown> = {}): Promise<TestService> {
  await service?.close()
  service = await startTestService(config)
  return service
}

beforeEach(async () => {
  await start()
})
afterAll(() => service?.close())

function running(): TestService {
  if (!service) throw new Error('no service is running')
  return service
}

interface Ticket {
  upload_url: string
  ticket: string
  max_bytes: number
  expires_at: string
}

async function mint(phone = PHONE): Promise<Ticket> {
  const { json } = await running().call('POST', `/devices/${phone}/media/ticket`)
  return json as Ticket
}

function upload(ticket: Ticket, body: Buffer | string, options: CallOptions = {}): Promise<Answer> {
  const { headers, ...rest } = options
  return send('POST', `${ticket.upload_url}?filename=a%20b.bin`, {
    key: ticket.ticket,
    body,
    ...rest,
    headers: { 'Content-Type': 'application/octet-stream', ...headers },
  })
}

/** An upload whose body is never sent whole. */
function begin(ticket: Ticket, length: number, headers: Record<string, string> = {}): ClientRequest {
  const outgoing = request(`${ticket.upload_url}?filename=slow.bin`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${ticket.ticket}`,
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(length),
      ...headers,
    },
  })
  outgoing.on('error', () => undefined)
  outgoing.flushHeaders()
  return outgoing
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe('4.6 the ticket', () => {
  it('has an address of the device, a lifetime and a size', async () => {
    const ticket = await mint()
    expect(ticket.upload_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1\/devices\/[^/]+\/upload$/)
    expect(ticket.max_bytes).toBe(314_572_800)
    const left = Date.parse(ticket.expires_at) - Date.now()
    expect(left).toBeGreaterThan(290_000)
    expect(left).toBeLessThanOrEqual(300_000)
    expect(ticket.expires_at).toMatch(/Z$/)
  })
})

describe('4.7 the upload', () => {
  it('arrives on the phone byte for byte, streamed', async () => {
    const bytes = randomBytes(5_000_001)
    expect((await upload(await mint(), bytes)).status).toBe(200)
    expect(await running().events()).toEqual([
      { type: 'file', name: 'a b.bin', bytes: bytes.length, sha256: sha256(bytes) },
    ])
    const { json } = await running().call('GET', '/usage')
    expect(json).toMatchObject({ uploads: { used: 1 } })
  })
  it('an empty file arrives too', async () => {
    expect((await upload(await mint(), Buffer.alloc(0))).status).toBe(200)
    expect(await running().events()).toMatchObject([{ type: 'file', bytes: 0 }])
  })
  it('takes the ticket as its credential, and no key', async () => {
    const ticket = await mint()
    expect(failure(await upload(ticket, 'x', { key: KEYS.full }))).toBe('401 unauthorized')
    expect(failure(await upload(ticket, 'x', { key: null }))).toBe('401 unauthorized')
    const elsewhere = { ...ticket, upload_url: ticket.upload_url.replace(PHONE, OTHER_PHONE) }
    expect(failure(await upload(elsewhere, 'x'))).toBe('401 unauthorized')
  })
  it('refuses chunked transfer encoding and a missing name', async () => {
    const ticket = await mint()
    const outgoing = request(`${ticket.upload_url}?filename=a`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${ticket.ticket}`,
        'Content-Type': 'application/octet-stream',
        'Transfer-Encoding': 'chunked',
      },
    })
    const answer = answerOf(outgoing)
    outgoing.end('abc')
    expect(failure(await answer)).toBe('400 invalid_action')
    const nameless = { ...ticket, upload_url: `${ticket.upload_url}?` }
    expect(failure(await send('POST', nameless.upload_url, { key: ticket.ticket, body: 'x' }))).toBe(
      '400 invalid_action',
    )
    expect(await running().events()).toEqual([])
  })
  it('tells 413 payload_too_large before the body has been sent', async () => {
    const ticket = await mint()
    expect(failure(await answerOf(begin(ticket, ticket.max_bytes + 1)))).toBe('413 payload_too_large')
  })
  it('a client that waits for 100 Continue is told to go on, or is spared the body', async () => {
    const ticket = await mint()
    const outgoing = begin(ticket, 3, { Expect: '100-continue' })
    const answer = answerOf(outgoing)
    await once(outgoing, 'continue')
    outgoing.end('abc')
    expect((await answer).status).toBe(200)
    let continued = false
    const large = begin(ticket, ticket.max_bytes + 1, { Expect: '100-continue' })
    large.on('continue', () => (continued = true))
    expect(failure(await answerOf(large))).toBe('413 payload_too_large')
    expect(continued).toBe(false)
    large.destroy()
  })
  it('a ticket serves several files until it expires', async () => {
    const ticket = await mint()
    expect((await upload(ticket, 'one')).status).toBe(200)
    expect((await upload(ticket, 'two')).status).toBe(200)
    await running().admin('POST', '/clock', { advance_ms: 300_000 })
    expect(failure(await upload(ticket, 'three'))).toBe('401 unauthorized')
  })
  it('an upload that is broken off leaves nothing on the phone and costs nothing', async () => {
    const outgoing = begin(await mint(), 1000)
    outgoing.write('half')
    const used = async () =>
      ((await running().call('GET', '/usage')).json as { uploads: { used: number } }).uploads.used
    while ((await used()) === 0);
    outgoing.destroy()
    while ((await used()) === 1);
    expect(await running().events()).toEqual([])
  })
  it('an unreachable phone gives 502 upload_failed', async () => {
    const ticket = await mint()
    await running().admin('PUT', `/phones/${PHONE}`, { reachable: false })
    expect(failure(await upload(ticket, 'x'))).toBe('502 upload_failed')
  })
  it('a revoked key takes its tickets with it', async () => {
    const ticket = await mint()
    await running().admin('PUT', '/keys/full', { state: 'revoked' })
    expect(failure(await upload(ticket, 'x'))).toBe('403 forbidden')
  })
})

describe('4.7 upload limits', () => {
  it('4 at once for a key, the fifth is refused with Retry-After', async () => {
    const ticket = await mint()
    const slow = Array.from({ length: 4 }, () => begin(ticket, 10))
    const used = async () =>
      ((await running().call('GET', '/usage')).json as { uploads: { used: number } }).uploads.used
    while ((await used()) < 4);
    const fifth = await upload(ticket, 'x')
    expect(failure(fifth)).toBe('429 rate_limited')
    expect(Number(fifth.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    const answers = slow.map(answerOf)
    for (const outgoing of slow) outgoing.end('0123456789')
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await upload(ticket, 'x')).status).toBe(200)
  })
  it('60 a minute for a key', async () => {
    const ticket = await mint()
    const started = performance.now()
    let taken = 0
    let refused = await upload(ticket, 'x')
    for (; refused.status === 200; refused = await upload(ticket, 'x')) taken += 1
    expect(taken).toBeGreaterThanOrEqual(60)
    expect(taken).toBeLessThanOrEqual(60 + (performance.now() - started) / 1000)
    expect(failure(refused)).toBe('429 rate_limited')
    expect(refused.headers['x-ratelimit-limit-layer']).toBe('upload_endpoint')
    await running().admin('POST', '/clock', { advance_ms: 1000 })
    expect((await upload(ticket, 'x')).status).toBe(200)
  })
})

describe('9.4 the announced change', () => {
  it('a ticket is for one upload, of at most its own max_bytes', async () => {
    await start({ tickets: { single_use: true, max_bytes: 10 } })
    const ticket = await mint()
    expect(ticket.max_bytes).toBe(10)
    expect(failure(await upload(ticket, '01234567890'))).toBe('413 payload_too_large')
    expect((await upload(ticket, '0123456789')).status).toBe(200)
    expect(failure(await upload(ticket, 'x'))).toBe('409 ticket_already_used')
  })
})

describe('4.8 the deprecated direct path', () => {
  const direct = (headers: Record<string, string>, body?: string) =>
    running().call('POST', `/devices/${PHONE}/media?filename=d.txt`, { body, headers })

  it('takes raw bytes with the API key', async () => {
    expect((await direct({}, 'direct')).status).toBe(200)
    expect(await running().events()).toMatchObject([{ type: 'file', name: 'd.txt', bytes: 6 }])
  })
  it('is capped at 100 MB', async () => {
    const outgoing = request(`${running().addresses.base_url}/devices/${PHONE}/media?filename=d.bin`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${KEYS.full}`, 'Content-Length': String(104_857_601) },
    })
    outgoing.flushHeaders()
    expect(failure(await answerOf(outgoing))).toBe('413 payload_too_large')
    outgoing.on('error', () => undefined)
    outgoing.destroy()
  })
})
