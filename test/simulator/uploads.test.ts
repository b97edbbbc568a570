import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import type { ClientRequest } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { UploadTicket } from '../../src-simulator/api/answers'
import { answerOf, failure } from './answer'
import { RecordingFactory } from './recording-handset'
import type { TestService } from './service'
import { KEYS, OTHER_PHONE, PHONE, SECOND_MS, startTestService, until, uploadBy } from './service'

/** A fresh service for each case, because the cases test tickets and rates. */
let service: TestService
beforeEach(async () => {
  service = await startTestService()
})
afterEach(() => service.close())

/** Starts an upload whose body never ends. */
function begin(ticket: UploadTicket, length: number, headers: Record<string, string> = {}): ClientRequest {
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

const uploadsUsed = async () => (await service.usage()).uploads.used
/** Waits until this many uploads count: they have begun and not failed. */
const counted = (count: number) => until(`${count} uploads`, uploadsUsed, (used) => used === count)

/** Sends an upload with `Expect: 100-continue`. @returns the answer, or `continue` */
async function verdict(url: string, key: string, length: number): Promise<string> {
  const outgoing = request(url, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(length),
      Expect: '100-continue',
    },
  })
  outgoing.on('error', () => undefined)
  outgoing.flushHeaders()
  const answer = await Promise.race([
    once(outgoing, 'continue').then(() => 'continue'),
    answerOf(outgoing).then(failure),
  ])
  outgoing.destroy()
  return answer
}

describe('4.6 the ticket', () => {
  it('has exactly its fields and is new on each call', async () => {
    const [one, two] = [await service.mint(), await service.mint()]
    expect(Object.keys(one).sort()).toEqual(['expires_at', 'max_bytes', 'ticket', 'upload_url'])
    expect(one.ticket).not.toBe(two.ticket)
  })
  it('belongs to a device of the account', async () => {
    const answer = await service.call('POST', '/devices/dev_nobody/media/ticket')
    expect(failure(answer)).toBe('404 device_not_found')
  })
  it('is not an API key', async () => {
    const { ticket: key } = await service.mint()
    for (const path of ['/devices', '/usage', `/devices/${PHONE}`]) {
      expect(failure(await service.call('GET', path, { key }))).toBe('401 unauthorized')
    }
    const direct = await service.call('POST', `/devices/${PHONE}/media?filename=a`, { key, body: 'x' })
    expect(failure(direct)).toBe('401 unauthorized')
  })
  it('can be minted while the phone is unreachable', async () => {
    await service.handle({ reachable: false })
    const ticket = await service.mint()
    await service.handle({ reachable: true })
    expect((await uploadBy(ticket)).status).toBe(200)
  })
  it('has an address of the device, a lifetime and a size', async () => {
    const ticket = await service.mint()
    expect(ticket.upload_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1\/devices\/[^/]+\/upload$/)
    expect(ticket.max_bytes).toBe(314_572_800)
    const left = Date.parse(ticket.expires_at) - (await service.now())
    expect(left).toBeGreaterThan(290_000)
    expect(left).toBeLessThanOrEqual(301_000)
    expect(ticket.expires_at).toMatch(/Z$/)
  })
})

describe('4.7 the upload', () => {
  it('arrives on the phone byte for byte, streamed', async () => {
    const bytes = randomBytes(5_000_001)
    expect((await uploadBy(await service.mint(), bytes)).status).toBe(200)
    expect(await service.events()).toEqual([
      { type: 'file', name: 'a b.bin', bytes: bytes.length, sha256: sha256(bytes) },
    ])
    expect(await uploadsUsed()).toBe(1)
  })
  it('reaches the phone, which can read it', async () => {
    const factory = new RecordingFactory()
    const own = await startTestService({}, factory)
    try {
      expect((await uploadBy(await own.mint(), 'content', { query: '?filename=a.txt' })).status).toBe(200)
      const [arrived] = factory.calls('fileArrived')
      expect(arrived).toEqual([
        'fileArrived',
        { name: 'a.txt', bytes: 7, path: expect.any(String) as unknown },
      ])
      const { path } = arrived?.[1] as { path: string }
      expect(readFileSync(path, 'utf8')).toBe('content')
    } finally {
      await own.close()
    }
  })
  it('an empty file arrives too', async () => {
    expect((await uploadBy(await service.mint(), Buffer.alloc(0))).status).toBe(200)
    expect(await service.events()).toMatchObject([{ type: 'file', bytes: 0 }])
  })
  it('accepts the ticket as its credential, and no key', async () => {
    const ticket = await service.mint()
    expect(failure(await uploadBy(ticket, 'x', { key: KEYS.full }))).toBe('401 unauthorized')
    expect(failure(await uploadBy(ticket, 'x', { key: null }))).toBe('401 unauthorized')
    const elsewhere = { ...ticket, upload_url: ticket.upload_url.replace(PHONE, OTHER_PHONE) }
    expect(failure(await uploadBy(elsewhere))).toBe('401 unauthorized')
    const nowhere = { ...ticket, upload_url: ticket.upload_url.replace(PHONE, 'dev_nobody') }
    expect(failure(await uploadBy(nowhere, 'x', { key: null }))).toBe('401 unauthorized')
  })
  it('refuses chunked transfer encoding and a missing name', async () => {
    const ticket = await service.mint()
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
    expect(failure(await uploadBy(ticket, 'x', { query: '?' }))).toBe('400 invalid_action')
    expect(await service.events()).toEqual([])
  })
  it('answers Expect: 100-continue before the body', async () => {
    const ticket = await service.mint()
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
})

describe('4.7 the ticket of an upload', () => {
  it('must be valid when the upload starts, not when it ends', async () => {
    const outgoing = begin(await service.mint(), 3)
    const answer = answerOf(outgoing)
    await counted(1)
    await service.advance(600_000)
    outgoing.end('abc')
    expect((await answer).status).toBe(200)
    expect(await service.events()).toMatchObject([{ type: 'file', bytes: 3 }])
  })
  it.each([
    ['plain.txt', 'plain.txt'],
    ['two%20words.txt', 'two words.txt'],
    ['two+words.txt', 'two words.txt'],
    ['%C3%BCber%20%F0%9F%98%80.png', 'über 😀.png'],
    ['a%26b%3Dc.txt', 'a&b=c.txt'],
  ])('with filename=%s gives the file the name %s', async (query, name) => {
    expect((await uploadBy(await service.mint(), 'x', { query: `?filename=${query}` })).status).toBe(200)
    expect(await service.events()).toMatchObject([{ type: 'file', name }])
  })
  it.each(['?filename=', '?name=a', '', '?filename=..', '?filename=.', '?filename=a%0Ab', '?filename=%FF'])(
    'with the query "%s" gets 400 invalid_action',
    async (query) => {
      const answer = await uploadBy(await service.mint(), 'x', { query })
      expect(failure(answer)).toBe('400 invalid_action')
      expect(await service.events()).toEqual([])
      expect(await uploadsUsed()).toBe(0)
    },
  )
  it.each(['a%5Cb', 'a%2Fb', 'a%0Ab'])('with filename=%s gets it before the body is read', async (name) => {
    const { upload_url: url, ticket } = await service.mint()
    expect(await verdict(`${url}?filename=${name}`, ticket, 1000)).toBe('400 invalid_action')
  })
  it('is required for every request, only as a Bearer', async () => {
    const ticket = await service.mint()
    for (const value of [ticket.ticket, `Basic ${ticket.ticket}`, 'Bearer']) {
      const answer = await uploadBy(ticket, 'x', { key: null, headers: { Authorization: value } })
      expect(failure(answer)).toBe('401 unauthorized')
    }
    const query = `?filename=a&token=${ticket.ticket}`
    expect(failure(await uploadBy(ticket, 'x', { query, key: null }))).toBe('401 unauthorized')
  })
})

describe('8 sizes of files', () => {
  it('a ticket allows 314572800 bytes at most', async () => {
    const { upload_url: url, ticket } = await service.mint()
    expect(await verdict(`${url}?filename=a`, ticket, 314_572_800)).toBe('continue')
    expect(await verdict(`${url}?filename=a`, ticket, 314_572_801)).toBe('413 payload_too_large')
  })
  it('the direct path allows 104857600 bytes at most', async () => {
    const url = `${service.addresses.base_url}/devices/${PHONE}/media?filename=a`
    expect(await verdict(url, KEYS.full, 104_857_600)).toBe('continue')
    expect(await verdict(url, KEYS.full, 104_857_601)).toBe('413 payload_too_large')
  })
  it('a file above 100 MB arrives by ticket', async () => {
    const bytes = Buffer.alloc(104_857_601, 'film')
    expect((await uploadBy(await service.mint(), bytes)).status).toBe(200)
    expect(await service.events()).toMatchObject([{ bytes: bytes.length, sha256: sha256(bytes) }])
  })
  it('max_bytes stays as it was when the ticket was minted', async () => {
    const before = await service.mint()
    await service.limit({ tickets: { max_bytes: 5 } })
    const after = await service.mint()
    expect([before.max_bytes, after.max_bytes]).toEqual([314_572_800, 5])
    expect((await uploadBy(before, '123456')).status).toBe(200)
    expect(failure(await uploadBy(after, '123456'))).toBe('413 payload_too_large')
    expect((await uploadBy(after, '12345')).status).toBe(200)
    expect(await uploadsUsed()).toBe(2)
  })
})

describe('7 an upload that fails', () => {
  it('because the phone is unreachable costs and leaves nothing', async () => {
    const ticket = await service.mint()
    await service.handle({ reachable: false })
    expect(failure(await uploadBy(ticket))).toBe('502 upload_failed')
    expect(await uploadsUsed()).toBe(0)
    await service.handle({ reachable: true })
    expect(await service.events()).toEqual([])
  })
  it('because the phone becomes unreachable gets 502 upload_failed', async () => {
    const outgoing = begin(await service.mint(), 3)
    const answer = answerOf(outgoing)
    outgoing.write('ab')
    await counted(1)
    await service.handle({ reachable: false })
    outgoing.end('c')
    expect(failure(await answer)).toBe('502 upload_failed')
    expect(await uploadsUsed()).toBe(0)
    expect(await service.events()).toEqual([])
  })
  it.each<[string, string, Record<string, unknown>, Record<string, unknown>]>([
    ['is away', '502 upload_failed', { reachable: false }, { reachable: true }],
    ['is blocked', '403 device_blocked', { blocked: true }, { blocked: false }],
  ])('because the phone %s leaves a single-use ticket valid', async (_, wanted, spoilt, mended) => {
    await service.limit({ tickets: { single_use: true } })
    const ticket = await service.mint()
    await service.handle(spoilt)
    expect(failure(await uploadBy(ticket))).toBe(wanted)
    await service.handle(mended)
    expect((await uploadBy(ticket)).status).toBe(200)
    expect(failure(await uploadBy(ticket))).toBe('409 ticket_already_used')
  })
  it('because its sender aborts leaves nothing and a valid single-use ticket', async () => {
    await service.limit({ tickets: { single_use: true } })
    const ticket = await service.mint()
    const outgoing = begin(ticket, 10)
    outgoing.write('half')
    await counted(1)
    outgoing.destroy()
    await counted(0)
    expect(await service.events()).toEqual([])
    expect((await uploadBy(ticket)).status).toBe(200)
  })
  it('before it begins leaves a single-use ticket valid', async () => {
    await service.limit({ tickets: { single_use: true, max_bytes: 5 } })
    const ticket = await service.mint()
    await service.fault('uploadFile', 'internal')
    expect(failure(await uploadBy(ticket))).toBe('500 internal')
    expect(failure(await uploadBy(ticket, 'x', { query: '?filename=' }))).toBe('400 invalid_action')
    expect(failure(await uploadBy(ticket, '123456'))).toBe('413 payload_too_large')
    expect((await uploadBy(ticket)).status).toBe(200)
    expect(failure(await uploadBy(ticket))).toBe('409 ticket_already_used')
  })
})

describe('4.7 upload limits', () => {
  it('concurrent uploads count for each key separately', async () => {
    await service.limit({ uploads: { concurrent: 1 } })
    const ticket = await service.mint()
    const slow = begin(ticket, 10)
    await counted(1)
    const refused = await uploadBy(ticket, 'x')
    expect(failure(refused)).toBe('429 rate_limited')
    expect(refused.headers).toHaveProperty('x-ratelimit-remaining', '0')
    expect(refused.headers['x-ratelimit-limit-layer']).toMatch(/./)
    expect(failure(await uploadBy(await service.mint(OTHER_PHONE)))).toBe('429 rate_limited')
    expect((await uploadBy(await service.mint(PHONE, KEYS.other))).status).toBe(200)
    expect(await uploadsUsed()).toBe(2)
    slow.destroy()
    await counted(1)
    expect((await uploadBy(ticket)).status).toBe(200)
  })
  it('the number of concurrent uploads can be changed', async () => {
    await service.limit({ uploads: { concurrent: 5 } })
    const ticket = await service.mint()
    const slow = Array.from({ length: 5 }, () => begin(ticket, 10))
    await counted(5)
    expect(failure(await uploadBy(ticket))).toBe('429 rate_limited')
    for (const outgoing of slow) outgoing.destroy()
    await counted(0)
  })
  it('4 at once for a key, the fifth is refused with Retry-After', async () => {
    const ticket = await service.mint()
    const slow = Array.from({ length: 4 }, () => begin(ticket, 10))
    await counted(4)
    const fifth = await uploadBy(ticket, 'x')
    expect(failure(fifth)).toBe('429 rate_limited')
    expect(Number(fifth.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    const answers = slow.map(answerOf)
    for (const outgoing of slow) outgoing.end('0123456789')
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await uploadBy(ticket)).status).toBe(200)
  })
  it('60 a minute for a key', async () => {
    const ticket = await service.mint()
    const started = performance.now()
    let taken = 0
    let refused = await uploadBy(ticket, 'x')
    for (; refused.status === 200; refused = await uploadBy(ticket)) taken += 1
    expect(taken).toBeGreaterThanOrEqual(60)
    expect(taken).toBeLessThanOrEqual(60 + (performance.now() - started) / 1000)
    expect(failure(refused)).toBe('429 rate_limited')
    expect(refused.headers['x-ratelimit-limit-layer']).toBe('upload_endpoint')
    await service.advance(SECOND_MS)
    expect((await uploadBy(ticket)).status).toBe(200)
  })
})

describe('9.4 the announced change', () => {
  it('a second upload is refused while the first is going', async () => {
    await service.limit({ tickets: { single_use: true } })
    const ticket = await service.mint()
    const outgoing = begin(ticket, 3)
    const answer = answerOf(outgoing)
    await counted(1)
    expect(failure(await uploadBy(ticket))).toBe('409 ticket_already_used')
    outgoing.end('abc')
    expect((await answer).status).toBe(200)
    expect(await service.events()).toMatchObject([{ bytes: 3 }])
  })
  it('a ticket stays used when an earlier upload fails later', async () => {
    const ticket = await service.mint()
    const outgoing = begin(ticket, 10)
    await counted(1)
    expect((await uploadBy(ticket)).status).toBe(200)
    expect(await uploadsUsed()).toBe(2)
    outgoing.destroy()
    await counted(1)
    await service.limit({ tickets: { single_use: true } })
    expect(failure(await uploadBy(ticket))).toBe('409 ticket_already_used')
  })
})

describe('4.8 the deprecated direct path', () => {
  const direct = (headers: Record<string, string>, body?: string) =>
    service.call('POST', `/devices/${PHONE}/media?filename=d.txt`, { body, headers })

  it('accepts raw bytes with the API key', async () => {
    expect((await direct({}, 'direct')).status).toBe(200)
    expect(await service.events()).toMatchObject([{ type: 'file', name: 'd.txt', bytes: 6 }])
  })
  it('counts as an upload, needs a filename and a device of the account', async () => {
    await direct({}, 'direct')
    expect(await uploadsUsed()).toBe(1)
    const nameless = await service.call('POST', `/devices/${PHONE}/media`, { body: 'x' })
    expect(failure(nameless)).toBe('400 invalid_action')
    const nowhere = await service.call('POST', '/devices/dev_nobody/media?filename=a', { body: 'x' })
    expect(failure(nowhere)).toBe('404 device_not_found')
    await service.handle({ reachable: false })
    expect(failure(await direct({}, 'direct'))).toBe('502 upload_failed')
    expect(await uploadsUsed()).toBe(1)
  })
})
