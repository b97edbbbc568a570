import type { IncomingMessage } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Transfer } from '../../src-shared/bridge/contract'
import { createHttpClient, type HttpClient } from '../../src-main/core/http-client'
import { createUploadQueue, type UploadQueue } from '../../src-main/core/upload-queue'
import { createFakeClock, type FakeClock } from './fake-clock'
import { startServer, type TestServer } from './http-server'
import { content, memoryFile, receive, refuse, sha256, type Received } from './upload-service'

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
  let onChange: (() => void)[]
  /** What stands between an upload's last byte and its answer. */
  let gate: (index: number) => Promise<void>
  let fail: { status: number; code: string } | null
  /** Whether the service answers the call for a ticket; if not, it shows it. */
  let mints: boolean
  let onTicketCall: (request: IncomingMessage) => void

  beforeEach(async () => {
    clock = createFakeClock()
    received = []
    onChange = []
    tickets = uploading = mostAtOnce = spent = unsure = 0
    maxBytes = 1_000_000
    fail = null
    mints = true
    gate = () => Promise.resolve()
    server = await startServer((request, response) => {
      if (request.url?.endsWith('/media/ticket')) {
        tickets += 1
        if (!mints) {
          onTicketCall(request)
          return
        }
        response.end(
          JSON.stringify({
            upload_url: `${server.url}/v1/devices/a/upload`,
            ticket: `ticket-${tickets}`,
            max_bytes: maxBytes,
            expires_at: '2030-01-01T00:00:00Z',
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
          if (fail) refuse(response, fail.status, fail.code)
          else response.writeHead(200).end()
        })
        .catch(() => (uploading -= 1))
    })
    http = createHttpClient(`${server.url}/v1`, 'fw_live_id_secret')
    queue = createUploadQueue({
      clock,
      http,
      onTransfers: () => {
        for (const look of [...onChange]) look()
      },
      onSpent: () => (spent += 1),
      onUnsure: () => (unsure += 1),
    })
  })
  afterEach(async () => {
    queue.close()
    http.close()
    await server.close()
  })

  /** Waits until the transfers are as wanted. */
  const until = (wanted: (transfers: Transfer[]) => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!wanted(queue.transfers)) return
        onChange = onChange.filter((each) => each !== look)
        resolve()
      }
      onChange.push(look)
      look()
    })
  const count = (state: Transfer['state']) => queue.transfers.filter((each) => each.state === state).length
  const allEnded = () =>
    until((all) => all.every(({ state }) => ['done', 'failed', 'cancelled', 'unknown'].includes(state)))

  it('brings a file to every phone, with a ticket each, its bytes unchanged', async () => {
    const bytes = content(300_000)
    const ids = queue.add(memoryFile(bytes), devices(6))
    await allEnded()
    expect(queue.transfers.map(({ id }) => id)).toEqual(ids)
    expect(count('done')).toBe(6)
    expect(new Set(received.map((each) => each.sha256))).toEqual(new Set([sha256(bytes)]))
    expect(new Set(received.map(({ headers }) => headers.authorization)).size).toBe(6)
    expect(tickets).toBe(6)
    expect(queue.transfers[0]).toMatchObject({ sentBytes: bytes.byteLength, fault: null })
  })

  it('has four under way at most, and mints a ticket only when its turn has come', async () => {
    let open: () => void = () => undefined
    const opened = new Promise<void>((resolve) => (open = resolve))
    let four: () => void = () => undefined
    const reached = new Promise<void>((resolve) => (four = resolve))
    gate = (index) => {
      if (index === 4) four()
      return opened
    }
    queue.add(memoryFile(content(10)), devices(9))
    await reached
    expect([tickets, count('sending'), count('waiting')]).toEqual([4, 4, 5])
    open()
    await allEnded()
    expect([mostAtOnce, count('done')]).toEqual([4, 9])
  })

  it('begins no more than 60 in any minute', async () => {
    queue.add(memoryFile(content(1)), devices(70))
    const begun = () => queue.transfers.flatMap(({ startedAt }) => (startedAt === null ? [] : [startedAt]))
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

  it('sends nothing that is larger than this ticket allows, and names the limit', async () => {
    maxBytes = 99
    queue.add(memoryFile(content(100)), devices(1))
    await allEnded()
    expect(received).toEqual([])
    expect(queue.transfers[0]).toMatchObject({
      state: 'failed',
      fault: { kind: 'file', reason: 'too-large', maxBytes: 99 },
    })
  })

  it('goes on with the next when one fails, and sends that again with a new ticket when it is asked to', async () => {
    fail = { status: 502, code: 'upload_failed' }
    const [id = ''] = queue.add(memoryFile(content(10)), devices(1))
    await allEnded()
    expect(queue.transfers[0]).toMatchObject({ state: 'failed', fault: { code: 'upload_failed' } })
    fail = null
    const again = queue.retry(id)
    await allEnded()
    expect(queue.transfers).toMatchObject([{ id: again, state: 'done' }])
    expect(received.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer ticket-1',
      'Bearer ticket-2',
    ])
    expect(() => queue.retry(id)).toThrow()
    expect({ spent, unsure }).toEqual({ spent: 1, unsure: 1 })
  })

  it('cancels what waits and what is under way, and frees its place', async () => {
    let arrive: () => void = () => undefined
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    gate = (index) => {
      if (index === 4) arrive()
      return index <= 4 ? new Promise(() => undefined) : Promise.resolve()
    }
    const ids = queue.add(memoryFile(content(10)), devices(6))
    await arrived
    queue.cancel(ids[0] ?? '')
    queue.cancel(ids[5] ?? '')
    await until((all) => all[4]?.state === 'done')
    expect(queue.transfers.map(({ state }) => state)).toEqual([
      'cancelled',
      'sending',
      'sending',
      'sending',
      'done',
      'cancelled',
    ])
    expect({ spent, unsure }, 'what is cancelled costs nothing').toEqual({ spent: 1, unsure: 0 })
    queue.clear()
    expect(queue.transfers.map(({ id }) => id)).toEqual(ids.slice(1, 4))
  })

  it('ends the call for a ticket too when it is cancelled', async () => {
    mints = false
    const asked = new Promise<IncomingMessage>((resolve) => (onTicketCall = resolve))
    const [id = ''] = queue.add(memoryFile(content(10)), devices(1))
    const request = await asked
    const ended = new Promise((resolve) => request.on('close', resolve))
    queue.cancel(id)
    await ended
    expect(queue.transfers).toMatchObject([{ state: 'cancelled', fault: { kind: 'cancelled' } }])
  })
})
