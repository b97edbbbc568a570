import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Upload } from '../../../src-shared/features/upload-state'
import type { Fault } from '../../../src-shared/protocol/fault'
import type { FileSource } from '../../../src-main/core/uploads/file-source'
import { createHttpClient, type HttpClient } from '../../../src-main/core/service/http-client'
import { uploadRequest } from '../../../src-main/core/uploads/upload-request'
import { UploadQueue } from '../../../src-main/core/uploads/upload-queue'
import { createFakeClock, type FakeClock } from '../time/fake-clock'
import { startServer, type TestServer } from '../service/http-server'
import { content, memoryFile, opened, receive, refuse, sha256, type Received } from './upload-service'

interface Refusal {
  status: number
  code: string
  headers?: Record<string, string>
}

const devices = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ publicId: `dev_${index}`, name: `Phone ${index}` }))

describe('the upload queue (spec 4.6, 4.7, 8)', () => {
  let clock: FakeClock
  let server: TestServer
  let http: HttpClient
  let queue: UploadQueue
  let received: Received[]
  let tickets: number
  let maxBytes: number
  let uploading: number
  let mostAtOnce: number
  let spent: number
  let unsure: number
  /** What the journal was given, without repetitions. */
  let noted: string[]
  let onChange: (() => void)[]
  /** Delays the answer to an upload, counted from 1. */
  let gate: (index: number) => Promise<void>
  let fail: Refusal | null
  /** The answers to the next uploads, then `fail` applies; null accepts. */
  let answers: (Refusal | null)[]
  /** What the next accepted uploads are answered. */
  let receipts: object[]
  /** Fields that override those of the next tickets. */
  let ticketSays: Record<string, unknown>[]
  let keyRefusals: Fault[]
  let viewOnly: string | null
  /** Whether the service answers ticket calls; else `onTicketCall` does. */
  let mints: boolean
  let onTicketCall: (request: IncomingMessage, response: ServerResponse) => void
  /** The phones of the ticket calls, in order. */
  let order: string[]

  beforeEach(async () => {
    clock = createFakeClock()
    received = []
    noted = []
    onChange = []
    tickets = uploading = mostAtOnce = spent = unsure = 0
    maxBytes = 1_000_000
    fail = null
    answers = []
    receipts = []
    ticketSays = []
    keyRefusals = []
    viewOnly = null
    order = []
    mints = true
    gate = () => Promise.resolve()
    server = await startServer((request, response) => {
      if (request.url?.endsWith('/media/ticket')) {
        tickets += 1
        order.push(request.url.split('/')[3] ?? '')
        if (!mints) {
          onTicketCall(request, response)
          return
        }
        response.end(
          JSON.stringify({
            upload_url: `${server.url}/v1/devices/a/upload`,
            ticket: `ticket-${tickets}`,
            max_bytes: maxBytes,
            expires_at: '2100-01-01T00:00:00Z',
            ...ticketSays.shift(),
          }),
        )
        return
      }
      uploading += 1
      mostAtOnce = Math.max(mostAtOnce, uploading)
      receive(request)
        .then(async (each) => {
          received.push(each)
          await gate(received.length)
          uploading -= 1
          const refusal = answers.length > 0 ? answers.shift() : fail
          if (refusal) refuse(response, refusal.status, refusal.code, refusal.headers)
          else response.writeHead(200).end(JSON.stringify(receipts.shift() ?? {}))
        })
        .catch(() => (uploading -= 1))
    })
    http = createHttpClient(`${server.url}/v1`, 'fw_live_id_secret')
    let places = 0
    queue = new UploadQueue({
      fleetId: 'lab',
      hashName: () => 'sha256',
      baseUrl: `${server.url}/v1`,
      // A dead address for uploads is another port, which is refused otherwise.
      send: (options) => uploadRequest({ ...options, baseUrl: options.ticket.upload_url }),
      nextPlace: () => places++,
      clock,
      random: () => 0.5,
      http,
      note: ({ what }, state) => {
        if (noted.at(-1) !== `${what} ${state}`) noted.push(`${what} ${state}`)
      },
      onChange: () => {
        for (const look of [...onChange]) look()
      },
      fleet: () => ({
        keyRefusal: null,
        keyRefused: (fault) => void keyRefusals.push(fault),
        learn: () => undefined,
        isViewOnly: (publicId) => viewOnly === publicId,
        spent: () => (spent += 1),
        readUsage: () => Promise.resolve(void (unsure += 1)),
      }),
    })
  })
  afterEach(async () => {
    queue.close()
    http.close()
    await server.close()
  })

  /** Waits until the uploads are as wanted. */
  const until = (wanted: (uploads: Upload[]) => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!wanted(queue.uploads)) return
        onChange = onChange.filter((each) => each !== look)
        resolve()
      }
      onChange.push(look)
      look()
    })
  const count = (state: Upload['state']) => queue.uploads.filter((each) => each.state === state).length
  const allEnded = () =>
    until((all) => all.every(({ state }) => ['done', 'failed', 'cancelled', 'unknown'].includes(state)))

  it('uploads a file to every phone unchanged, with a ticket each', async () => {
    const bytes = content(300_000)
    const ids = queue.add([memoryFile(bytes)], devices(6))
    await allEnded()
    expect(queue.uploads.map(({ id }) => id)).toEqual(ids)
    expect(count('done')).toBe(6)
    expect(new Set(received.map((each) => each.sha256))).toEqual(new Set([sha256(bytes)]))
    expect(new Set(received.map(({ headers }) => headers.authorization)).size).toBe(6)
    expect(tickets).toBe(6)
    expect(queue.uploads[0]).toMatchObject({ sentBytes: bytes.byteLength, fault: null })
  })

  it('is not sent to a phone that is view only', async () => {
    viewOnly = 'dev_1'
    queue.add([memoryFile(content(10))], devices(3))
    await allEnded()
    const failed = queue.uploads.filter(({ state }) => state === 'failed')
    expect(failed.map(({ publicId, fault }) => [publicId, fault])).toEqual([['dev_1', { kind: 'view-only' }]])
    expect([count('done'), tickets]).toEqual([2, 2])
  })

  it('is verified by the receipt, or has failed for good when that has another SHA-256', async () => {
    receipts = [{ sha256: sha256(content(40_000)) }, { sha256: sha256(content(2)) }, {}]
    queue.add([memoryFile(content(40_000))], devices(3))
    await allEnded()
    const ended = queue.uploads.map(({ state, isVerified, fault }) => ({ state, isVerified, fault }))
    expect(ended.filter(({ isVerified }) => isVerified)).toHaveLength(1)
    expect(ended.filter(({ state }) => state === 'failed')).toEqual([
      { state: 'failed', isVerified: false, fault: { kind: 'upload-differs' } },
    ])
    expect(received).toHaveLength(3)
  })

  it('has at most four under way and mints a ticket only at the turn', async () => {
    let open: () => void = () => undefined
    const opened = new Promise<void>((resolve) => (open = resolve))
    let four: () => void = () => undefined
    const reached = new Promise<void>((resolve) => (four = resolve))
    gate = (index) => {
      if (index === 4) four()
      return opened
    }
    queue.add([memoryFile(content(10))], devices(9))
    await reached
    expect([tickets, count('sending'), count('waiting')]).toEqual([4, 4, 5])
    open()
    await allEnded()
    expect([mostAtOnce, count('done')]).toEqual([4, 9])
  })

  it('starts at most 60 in any minute and reports the pause', async () => {
    queue.add([memoryFile(content(1))], devices(70))
    const begun = () => queue.uploads.flatMap(({ startedAt }) => (startedAt === null ? [] : [startedAt]))
    await until(() => count('done') === 60)
    expect(queue.sum).toMatchObject({ rest: { because: 'minute', until: clock.now() + 60_000 } })
    for (let second = 0; second < 90; second++) {
      await until((all) => all.every(({ state }) => !['ticket', 'sending'].includes(state)))
      clock.advance(1000)
    }
    await allEnded()
    const times = begun()
    const busiest = times.map((from) => times.filter((at) => at >= from && at < from + 60_000).length)
    expect(Math.max(...busiest)).toBeLessThanOrEqual(60)
    expect(count('done')).toBe(70)
  })

  it('counts progress from 0 when uploads begin after all have ended', async () => {
    queue.add([memoryFile(content(300))], devices(2))
    await allEnded()
    expect(queue.sum).toMatchObject({ bytes: 600, sentBytes: 600 })
    queue.add([memoryFile(content(10))], devices(1))
    expect(queue.sum).toMatchObject({ counts: { done: 2 }, bytes: 10, sentBytes: 0 })
  })

  it('sends no file that is larger than its ticket allows, and names the limit', async () => {
    maxBytes = 99
    queue.add([memoryFile(content(100))], devices(1))
    await allEnded()
    expect(received).toEqual([])
    expect(queue.uploads[0]).toMatchObject({
      state: 'failed',
      fault: { kind: 'file', reason: 'too-large', maxBytes: 99 },
    })
  })

  it('retries a failed upload with a new ticket when asked', async () => {
    fail = { status: 503, code: 'device_offline' }
    const [id = ''] = queue.add([memoryFile(content(10))], devices(1))
    await allEnded()
    expect(queue.uploads[0]).toMatchObject({ state: 'failed', fault: { code: 'device_offline' } })
    fail = null
    const again = queue.retry(id)
    await allEnded()
    expect(queue.uploads).toMatchObject([{ id: again, state: 'done' }])
    expect(received.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer ticket-1',
      'Bearer ticket-2',
    ])
    expect(() => queue.retry(id)).toThrow()
    expect({ spent, unsure }).toEqual({ spent: 1, unsure: 1 })
  })

  it('cancels waiting and running uploads and frees their places', async () => {
    let arrive: () => void = () => undefined
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    gate = (index) => {
      if (index === 4) arrive()
      return index <= 4 ? new Promise(() => undefined) : Promise.resolve()
    }
    const ids = queue.add([memoryFile(content(10))], devices(6))
    await arrived
    queue.cancel(ids[0] ?? '')
    queue.cancel(ids[5] ?? '')
    await until((all) => all[4]?.state === 'done')
    expect(queue.uploads.map(({ state }) => state)).toEqual([
      'cancelled',
      'sending',
      'sending',
      'sending',
      'done',
      'cancelled',
    ])
    expect({ spent, unsure }, 'a cancelled upload costs nothing').toEqual({ spent: 1, unsure: 0 })
    queue.clear()
    expect(queue.uploads.map(({ id }) => id)).toEqual(ids.slice(1, 4))
  })

  const usedTickets = () => received.map(({ headers }) => headers.authorization?.slice('Bearer '.length))

  it.each([
    ['a ticket that is used already', { status: 409, code: 'ticket_already_used' }],
    ['a ticket that has expired', { status: 401, code: 'unauthorized' }],
  ])('retries at once, whole and with a new ticket, after %s', async (_, answer) => {
    answers = [answer, null]
    const bytes = content(100_000)
    queue.add([memoryFile(bytes)], devices(1))
    await allEnded()
    expect(queue.uploads).toMatchObject([{ state: 'done', fault: null, retryAt: null }])
    expect(usedTickets()).toEqual(['ticket-1', 'ticket-2'])
    expect(received.map((each) => each.sha256)).toEqual([sha256(bytes), sha256(bytes)])
    expect(clock.now(), 'no time has passed').toBe(createFakeClock().now())
  })

  it.each([
    ['used', { status: 409, code: 'ticket_already_used' }, { kind: 'problem', code: 'ticket_already_used' }],
    [
      'expired, which is not about the key',
      { status: 401, code: 'unauthorized' },
      { kind: 'ticket-refused' },
    ],
  ])('retries that once: a second ticket that is %s fails the upload', async (_, answer, fault) => {
    fail = answer
    queue.add([memoryFile(content(10))], devices(1))
    await allEnded()
    expect(queue.uploads).toMatchObject([{ state: 'failed', fault }])
    expect([received.length, keyRefusals.length]).toEqual([2, 0])
  })

  it('replaces a ticket that has expired by the service’s clock', async () => {
    ticketSays = [{ expires_at: '2020-01-01T00:00:00Z' }]
    queue.add([memoryFile(content(10))], devices(1))
    await allEnded()
    expect(usedTickets()).toEqual(['ticket-2'])
  })

  it('lets the service decide when every ticket seems expired', async () => {
    ticketSays = Array.from({ length: 9 }, () => ({ expires_at: '2020-01-01T00:00:00Z' }))
    queue.add([memoryFile(content(10))], devices(1))
    await allEnded()
    expect(queue.uploads).toMatchObject([{ state: 'done' }])
    expect(tickets).toBe(2)
  })

  it('notes in the journal what waits, what a phone may have, and what has ended', async () => {
    answers = [{ status: 502, code: 'upload_failed' }, null]
    queue.add([memoryFile(content(10), 10, 'one.bin')], devices(1))
    await until(([only]) => only?.state === 'waiting' && only.retryAt !== null)
    await new Promise((resolve) => setImmediate(resolve))
    expect(noted).toEqual(['one.bin waiting', 'one.bin under-way', 'one.bin waiting'])
    clock.advance(1000)
    await allEnded()
    expect(noted.slice(3)).toEqual(['one.bin under-way', 'one.bin ended'])
    queue.add([memoryFile(content(10), 10, 'two.bin')], devices(1))
    queue.cancelAll()
    expect(noted.slice(5)).toEqual(['two.bin waiting', 'two.bin ended'])
  })

  it('has the journal keep what is done and what failed for as long as others go on', async () => {
    let open: () => void = () => undefined
    const opened = new Promise<void>((resolve) => (open = resolve))
    gate = (count) => (count <= 3 ? Promise.resolve() : opened)
    answers = [null, null, { status: 413, code: 'payload_too_large' }]
    // As a sheet does: each phone its own file.
    const add = (from: number, to: number) => {
      for (const [at, device] of devices(8).entries())
        if (at >= from && at < to) queue.add([memoryFile(content(10), 10, `${at}.bin`)], [device])
    }
    add(0, 1)
    await allEnded()
    noted.length = 0
    add(1, 8)
    const states = ['done', 'failed', ...Array(4).fill('under-way'), 'waiting'] as const
    const last = () => new Map(noted.map((each) => each.split(' ') as [string, string]))
    await expect.poll(() => [...last().values()].toSorted()).toEqual(states)
    open()
    await allEnded()
    expect(noted.filter((each) => each.endsWith('ended'))).toHaveLength(7)
  })

  it('retries a 502 twice, each time later and with a new ticket, and shows why', async () => {
    fail = { status: 502, code: 'upload_failed' }
    queue.add([memoryFile(content(10))], devices(1))
    const waits: number[] = []
    for (let wait = 0; wait < 2; wait++) {
      await until(([only]) => only?.state === 'waiting' && only.retryAt !== null)
      await new Promise((resolve) => setImmediate(resolve))
      const [only] = queue.uploads
      expect(only).toMatchObject({ state: 'waiting', fault: { code: 'upload_failed' } })
      const wait = (only?.retryAt ?? 0) - clock.now()
      waits.push(wait)
      clock.advance(wait)
    }
    await allEnded()
    expect(waits).toEqual([500, 1000])
    expect(usedTickets()).toEqual(['ticket-1', 'ticket-2', 'ticket-3'])
    expect(queue.uploads).toMatchObject([
      { state: 'failed', retryAt: null, fault: { code: 'upload_failed' } },
    ])
  })

  it('pauses all uploads as long as a 429 asks, then retries with a new ticket', async () => {
    answers = [{ status: 429, code: 'rate_limited', headers: { 'retry-after': '20' } }]
    queue.add([memoryFile(content(10))], devices(1))
    await until(([only]) => (only?.retryAt ?? null) !== null)
    queue.add([memoryFile(content(10))], devices(3))
    clock.advance(20_000)
    expect(count('waiting')).toBe(4)
    expect(queue.uploads[0]?.retryAt, 'with half a second of jitter on top').toBe(clock.now() + 500)
    clock.advance(500)
    await allEnded()
    expect(count('done')).toBe(4)
    expect(usedTickets().slice(0, 2)).toEqual(['ticket-1', 'ticket-2'])
  })

  it('asks once after an hour, however long a 429 asks for', async () => {
    mints = false
    onTicketCall = (_, response) => refuse(response, 429, 'rate_limited', { 'retry-after': '99999999' })
    queue.add([memoryFile(content(10))], devices(1))
    await until(([only]) => (only?.retryAt ?? null) !== null)
    queue.add([memoryFile(content(10))], devices(3))
    expect(queue.sum.rest?.because).toBe('rate-limited')
    const asked: ServerResponse[] = []
    const isAsked = new Promise<void>((resolve) => {
      onTicketCall = (_, response) => {
        asked.push(response)
        resolve()
      }
    })
    clock.advance(3_601_000)
    await isAsked
    expect([count('waiting'), asked.length]).toEqual([3, 1])
    mints = true
    for (const response of asked) refuse(response, 502, 'upload_failed')
    await until(() => count('done') === 3)
  })

  it('goes on at once when asked to', async () => {
    answers = [{ status: 429, code: 'rate_limited', headers: { 'retry-after': '3000' } }]
    queue.add([memoryFile(content(10))], devices(1))
    await until(([only]) => (only?.retryAt ?? null) !== null)
    queue.add([memoryFile(content(10))], devices(2))
    queue.tryNow()
    await allEnded()
    expect(count('done')).toBe(3)
  })

  it('fails all waiting uploads when a ticket call refuses the key, and reports it', async () => {
    mints = false
    onTicketCall = (_, response) => refuse(response, 401, 'unauthorized')
    queue.add([memoryFile(content(10))], devices(9))
    await allEnded()
    expect(count('failed')).toBe(9)
    expect(tickets).toBeLessThanOrEqual(4)
    expect(keyRefusals[0]).toMatchObject({ code: 'unauthorized' })
  })

  /** Returns an upload address where nothing listens. */
  const nowhere = async () => {
    const gone = await startServer(() => undefined)
    await gone.close()
    return `${gone.url}/v1/devices/a/upload`
  }
  /** Sends the next tickets to an address where nothing listens. @returns ends that */
  const cutOff = async () => {
    const upload_url = await nowhere()
    ticketSays = Array.from({ length: 99 }, () => ({ upload_url }))
    return () => (ticketSays = [])
  }

  it('retries for 30 s with growing waits when nothing listens, then fails', async () => {
    await cutOff()
    queue.add([memoryFile(content(10))], devices(1))
    const from = clock.now()
    const waits: number[] = []
    while (count('failed') === 0) {
      await until(([only]) => only?.state === 'failed' || only?.retryAt !== null)
      await new Promise((resolve) => setImmediate(resolve))
      const [only] = queue.uploads
      if (typeof only?.retryAt !== 'number') break
      waits.push(only.retryAt - clock.now())
      clock.advance(only.retryAt - clock.now())
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000])
    expect(queue.uploads).toMatchObject([{ state: 'failed', fault: { reason: 'connection-refused' } }])
    expect(clock.now() - from).toBe(31_500)
  })

  it('loses no file to an outage of 4 s, in which one at a time probes', async () => {
    const join = await cutOff()
    queue.add([memoryFile(content(10))], devices(40))
    const idle = () => until((all) => all.every(({ state }) => !['ticket', 'sending'].includes(state)))
    await idle()
    expect(tickets, 'those under way when it began').toBe(4)
    for (let passed = 0; passed < 4000; passed += 100) {
      clock.advance(100)
      expect(count('ticket') + count('sending')).toBeLessThanOrEqual(1)
      await idle()
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(tickets, 'after 0.5, 1.5 and 3.5 s').toBe(7)
    join()
    let open: () => void = () => undefined
    const opened = new Promise<void>((resolve) => (open = resolve))
    gate = () => opened
    clock.advance(4000)
    await until(() => count('sending') === 4)
    open()
    await allEnded()
    expect(count('done')).toBe(40)
  })

  it('probes with one ticket call at a time when only a gateway answers', async () => {
    mints = false
    onTicketCall = (_, response) => void response.writeHead(504, { 'content-type': 'text/html' }).end('<p>')
    queue.add([memoryFile(content(10))], devices(40))
    for (let passed = 0; passed < 4000; passed += 100) {
      await until((all) => all.every(({ state }) => state === 'waiting'))
      await new Promise((resolve) => setImmediate(resolve))
      clock.advance(100)
    }
    expect(tickets).toBe(7)
  })

  it('reports the retry by the wall clock, also after it was set', async () => {
    await cutOff()
    queue.add([memoryFile(content(10))], devices(1))
    await until(([only]) => (only?.retryAt ?? null) !== null)
    clock.setWall(-3_600_000)
    expect(queue.uploads[0]?.retryAt).toBe(clock.now() + 500)
  })

  it('reports an unsure budget once in 30 s, however many uploads fail', async () => {
    fail = { status: 422, code: 'command_rejected' }
    queue.add([memoryFile(content(10))], devices(20))
    await allEnded()
    expect(unsure).toBe(1)
    clock.advance(29_999)
    expect(unsure).toBe(1)
    clock.advance(1)
    expect(unsure, 'for those after the first').toBe(2)
    clock.advance(600_000)
    expect(unsure).toBe(2)
  })

  it('names no limit that the file keeps when the service takes less than its ticket', async () => {
    fail = { status: 413, code: 'payload_too_large' }
    queue.add([memoryFile(content(10))], devices(1))
    await allEnded()
    expect(queue.uploads[0]?.fault).toEqual({ kind: 'file', reason: 'too-large', name: 'a file.bin' })
  })

  it('is unknown when the service is unavailable after it took the file', async () => {
    fail = { status: 503, code: 'upstream_unavailable' }
    queue.add([memoryFile(content(10))], devices(1))
    await allEnded()
    clock.advance(3_600_000)
    expect(queue.uploads).toMatchObject([{ state: 'unknown', fault: { code: 'upstream_unavailable' } }])
  })

  const resetInside = (request: IncomingMessage) => {
    request.once('data', () => request.socket.resetAndDestroy())
  }
  const readAndHangUp = (request: IncomingMessage) => {
    void receive(request).then(() => request.socket.destroy())
  }
  it.each([
    ['is reset in the middle', 'failed', resetInside],
    ['gets no answer after its last byte', 'unknown', readAndHangUp],
  ] as const)('never retries an upload that %s', async (_, state, end) => {
    let uploads = 0
    const other = await startServer((request) => {
      uploads += 1
      end(request)
    })
    ticketSays = [{ upload_url: `${other.url}/v1/devices/a/upload`, max_bytes: 50_000_000 }]
    queue.add([memoryFile(content(state === 'failed' ? 50_000_000 : 10))], devices(1))
    await allEnded()
    clock.advance(3_600_000)
    expect(queue.uploads).toMatchObject([{ state }])
    expect([uploads, tickets]).toEqual([1, 1])
    await other.close()
  })

  it('fails uploads whose bytes are lost, but none that was sent whole', async () => {
    const lost = new AbortController()
    const open = () => Promise.resolve(opened(new Readable({ read: () => undefined })))
    const half: FileSource = { name: 'half', bytes: 10, lost: lost.signal, open }
    const whole: FileSource = { ...memoryFile(content(10)), lost: lost.signal }
    let arrive: () => void = () => undefined
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    let open1: () => void = () => undefined
    const opened1 = new Promise<void>((resolve) => (open1 = resolve))
    gate = () => {
      arrive()
      return opened1
    }
    queue.add([whole], devices(1))
    await arrived
    const ids = queue.add([half], devices(9))
    queue.add([memoryFile(content(10))], devices(1))
    await until(() => count('sending') === 4)
    lost.abort()
    expect(queue.uploads.filter(({ fileName }) => fileName === 'half')).toMatchObject(
      ids.map(() => ({ state: 'failed', fault: { kind: 'file', reason: 'page-gone', name: 'half' } })),
    )
    open1()
    await allEnded()
    expect([count('done'), count('failed')]).toEqual([2, 9])
    expect(() => queue.retry(ids[0] ?? '')).toThrow()
    expect(tickets, 'for those under way, and the last').toBe(5)
  })

  it('ends the ticket call when the upload is cancelled', async () => {
    mints = false
    const asked = new Promise<IncomingMessage>((resolve) => (onTicketCall = resolve))
    const [id = ''] = queue.add([memoryFile(content(10))], devices(1))
    const request = await asked
    const ended = new Promise((resolve) => request.on('close', resolve))
    queue.cancel(id)
    await ended
    expect(queue.uploads).toMatchObject([{ state: 'cancelled', fault: { kind: 'cancelled' } }])
  })
})
