import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasEnded } from '../../../src-shared/bridge/transfer-state'
import { FaultError } from '../../../src-shared/protocol/fault'
import type { FileSource } from '../../../src-main/core/file-source'
import { content, memoryFile, receive, sha256 } from '../../core/upload-service'
import type { Core } from '../core'
import { eventually, type Field } from '../field'
import { problem } from '../hostile-server'
import type { FaultProxy } from '../proxy'
import { timed, type Row } from '../row'
import type { SteeredClock } from '../steered-clock'

const bytes = 4_000_000
const file = content(bytes)
const hash = sha256(file)
const minuteMs = 60_000
const uploadPath = 'POST /v1/devices/dev_1/upload'

type Answer = (request: IncomingMessage, response: ServerResponse, nth: number) => void

interface Desk {
  core: Core
  /** Before the upload address alone. */
  proxy: FaultProxy
  /** SHA-256 of each file that was taken whole. */
  taken: string[]
  /** When an upload began, on the core's clock. */
  uploads: number[]
  tickets: () => number
  clock: SteeredClock
  send(source?: FileSource): Promise<string>
  /** The transfer, once it has ended. */
  end(id: string): Promise<{ state: string; fault: unknown }>
}

/** A service that gives tickets, takes files whole, and answers as `answer` says; by default with 200. */
async function desk(
  field: Field,
  {
    answer,
    ticket = {},
    headers = {},
    direct = false,
    expiresAt = () => null,
  }: {
    answer?: Answer
    ticket?: Record<string, unknown>
    headers?: Record<string, string>
    /** Files go past the proxy, which may lose an answer that comes before the body has ended. */
    direct?: boolean
    /** When the nth ticket expires; null for in five minutes. */
    expiresAt?: (nth: number) => string | null
  } = {},
): Promise<Desk> {
  const clock = field.clock()
  const taken: string[] = []
  const uploads: number[] = []
  let tickets = 0
  const take: Answer = (request, response) => {
    receive(request).then(
      (received) => {
        if (received.bytes !== Number(request.headers['content-length'])) return
        taken.push(received.sha256)
        response.end('{}')
      },
      () => undefined,
    )
  }
  const server = await field.server({
    rest: {
      'POST /v1/devices/dev_1/media/ticket': (_, response) => {
        tickets += 1
        const minted = {
          upload_url: `http://${direct ? server.host : proxy.host}/v1/devices/dev_1/upload`,
          ticket: `upl_${tickets}`,
          max_bytes: 314_572_800,
          expires_at: expiresAt(tickets) ?? new Date(clock.now() + 5 * minuteMs).toISOString(),
          ...ticket,
        }
        response.writeHead(200, { 'content-type': 'application/json', ...headers })
        response.end(JSON.stringify(minted))
      },
      [uploadPath]: (request, response) => {
        uploads.push(clock.monotonic())
        ;(answer ?? take)(request, response, uploads.length)
        if (answer && !response.writableEnded && request.listenerCount('data') === 0)
          take(request, response, 0)
      },
    },
  })
  const proxy = await field.proxy(server.host)
  const core = await field.live(server.host, { clock })
  return {
    core,
    proxy,
    taken,
    uploads,
    clock,
    tickets: () => tickets,
    async send(source = memoryFile(file)) {
      const fileIds = [core.offer(source)]
      const { ids } = await core.bridge.call('transfers.add', { fileIds, publicIds: ['dev_1'] })
      return ids[0] ?? ''
    },
    end: (id) =>
      eventually(
        'the transfer has ended',
        () => core.shown.transfers.find((transfer) => transfer.id === id && hasEnded(transfer)),
        80_000,
      ),
  }
}

const doneOnce = ({ taken }: Desk) => {
  assert.deepEqual(taken, [hash], 'one file, and its own bytes')
  return 'mismatches 0, duplicates 0'
}

/** The connection is cut: nothing is sent again by itself, and when the user asks, the file arrives once. */
const cutAt = (id: string, fault: string, afterBytes: number): Row => ({
  id: `uploads.cut-${id}`,
  fault: `an upload is cut ${fault}`,
  async run(field) {
    const at = await desk(field)
    at.proxy.set({ kind: 'cut', direction: 'up', afterBytes, by: 'reset' })
    const first = await at.send()
    const { state } = await at.end(first)
    assert.ok(state === 'failed' || state === 'unknown', state)
    await field.pass(at.clock, 300_000, 5000)
    assert.equal(at.uploads.length <= 1, true, 'nothing is sent again by itself')
    assert.deepEqual(at.taken, [])
    at.proxy.set({ kind: 'none' })
    const recoverMs = await timed(async () => {
      const { id: again } = await at.core.bridge.call('transfers.retry', { id: first })
      assert.equal((await at.end(again)).state, 'done')
    })
    return { recoverMs, figure: doneOnce(at) }
  },
})

/** The fault is told in these words, whatever else it says. */
const saysOf = (fault: unknown, told: Record<string, unknown>) =>
  assert.deepEqual(
    { ...(fault as Record<string, unknown> | null), ...told },
    { ...(fault as Record<string, unknown> | null) },
  )

/** What cannot be sent is told, and nothing of it is taken. */
const refusedFile = (
  id: string,
  fault: string,
  source: () => FileSource,
  reason: string,
  ticket: Record<string, unknown> = {},
): Row => ({
  id: `uploads.${id}`,
  fault,
  async run(field) {
    const at = await desk(field, { ticket })
    const { state, fault: told } = await at.end(await at.send(source()))
    assert.equal(state, 'failed')
    assert.equal((told as { reason?: string }).reason, reason)
    assert.deepEqual(at.taken, [])
    return { figure: `${at.taken.length} taken` }
  },
})

/** The service refuses a number of times; then the file arrives once, or it is told after so many uploads. */
const refusedUpload = (
  id: string,
  fault: string,
  answer: Answer,
  uploads: number,
  state: 'done' | 'failed',
  { told = {}, leastWaitMs = 0 }: { told?: Record<string, unknown>; leastWaitMs?: number } = {},
): Row => ({
  id: `uploads.${id}`,
  fault,
  async run(field) {
    const at = await desk(field, { answer, direct: true })
    const begun = at.clock.monotonic()
    const transfer = await at.send()
    const ended = () => at.core.shown.transfers.find((each) => each.id === transfer && hasEnded(each))
    while (!ended() && at.clock.monotonic() - begun < 600_000) await field.pass(at.clock, 250, 250)
    const { state: found, fault: why = null } = ended() ?? {}
    assert.equal(found, state, JSON.stringify(why))
    saysOf(why, told)
    assert.equal(at.uploads.length, uploads, 'uploads')
    assert.equal(at.tickets(), uploads, 'a ticket for each upload')
    const waits = at.uploads.slice(1).map((when, index) => when - (at.uploads[index] ?? when))
    assert.ok(Math.min(...waits) >= leastWaitMs, `sent again after ${Math.min(...waits)} ms`)
    if (state === 'done') doneOnce(at)
    else assert.deepEqual(at.taken, [])
    return {
      recoverMs: at.clock.monotonic() - begun,
      figure: `${at.uploads.length} uploads, ${at.taken.length} taken`,
    }
  },
})

const first =
  (refuse: Answer, times = 1): Answer =>
  (request, response, nth) => {
    if (nth > times) return
    request.resume()
    refuse(request, response, nth)
  }

export const uploads: readonly Row[] = [
  cutAt('0', 'before its first byte', 0),
  cutAt('1', 'after 1 %', bytes / 100),
  cutAt('50', 'half-way', bytes / 2),
  cutAt('99', 'after 99 %', (bytes * 99) / 100),
  {
    id: 'uploads.answer-lost',
    fault: 'the answer is lost after the last byte',
    async run(field) {
      const at = await desk(field, {
        answer: (request) =>
          void receive(request).then((received) => {
            at.taken.push(received.sha256)
            request.socket.resetAndDestroy()
          }),
      })
      const { state } = await at.end(await at.send())
      assert.equal(state, 'unknown')
      await field.pass(at.clock, 300_000, 5000)
      assert.equal(at.uploads.length, 1, 'never sent again by itself')
      return { figure: doneOnce(at) }
    },
  },
  refusedFile('grows', 'the file grows while it is sent', () => memoryFile(file, bytes - 100_000), 'changed'),
  refusedFile(
    'shrinks',
    'the file shrinks while it is sent',
    () => memoryFile(file, bytes + 100_000),
    'changed',
  ),
  refusedFile(
    'vanishes',
    'the file is gone when its turn comes',
    () => ({
      name: 'gone.bin',
      bytes,
      open: () => Promise.reject(new FaultError({ kind: 'file', reason: 'gone', name: 'gone.bin' })),
    }),
    'gone',
  ),
  refusedFile(
    'lower-max-bytes',
    'the ticket takes fewer bytes than there are',
    () => memoryFile(file),
    'too-large',
    {
      max_bytes: bytes - 1,
    },
  ),
  refusedFile(
    'insecure-address',
    'the ticket leads elsewhere, in the clear',
    () => memoryFile(file),
    'insecure',
    {
      upload_url: 'http://upload.example/v1/devices/dev_1/upload',
    },
  ),
  refusedUpload(
    'early-413',
    'a 413 while the body is still being sent',
    (request, response) => {
      problem(413, 'payload_too_large', { headers: { connection: 'close' } })(request, response)
      response.once('finish', () => request.socket.destroySoon())
    },
    1,
    'failed',
    { told: { kind: 'file', reason: 'too-large', name: 'a file.bin' } },
  ),
  refusedUpload(
    'used-ticket',
    'the ticket is used already (409), once',
    first(problem(409, 'ticket_already_used')),
    2,
    'done',
  ),
  {
    id: 'uploads.past-ticket',
    fault: 'the first ticket is past before the upload begins, by the service’s clock',
    async run(field) {
      const past = new Date(Date.now() - minuteMs).toISOString()
      const at = await desk(field, {
        headers: { date: new Date().toUTCString() },
        expiresAt: (nth) => (nth === 1 ? past : null),
      })
      assert.equal((await at.end(await at.send())).state, 'done')
      assert.deepEqual([at.tickets(), at.uploads.length], [2, 1], 'a new ticket instead of an upload')
      return { figure: doneOnce(at) }
    },
  },
  refusedUpload(
    'used-ticket-always',
    'every ticket is used already (409)',
    first(problem(409, 'ticket_already_used'), Infinity),
    2,
    'failed',
    { told: { code: 'ticket_already_used' } },
  ),
  refusedUpload(
    'expired-ticket',
    'the ticket has expired (401), once',
    first(problem(401, 'unauthorized')),
    2,
    'done',
  ),
  refusedUpload(
    'expired-ticket-always',
    'every ticket has expired (401): it is not the key that is refused',
    first(problem(401, 'unauthorized'), Infinity),
    2,
    'failed',
    { told: { kind: 'ticket-refused' } },
  ),
  refusedUpload(
    'failed-downstream',
    '502 upload_failed, twice',
    first(problem(502, 'upload_failed'), 2),
    3,
    'done',
  ),
  refusedUpload(
    'failed-downstream-always',
    '502 upload_failed, each time',
    first(problem(502, 'upload_failed'), Infinity),
    3,
    'failed',
    { told: { code: 'upload_failed' } },
  ),
  refusedUpload(
    'rate-limited',
    '429 rate_limited with Retry-After, once',
    first(problem(429, 'rate_limited', { headers: { 'retry-after': '3' } })),
    2,
    'done',
    { leastWaitMs: 3000 },
  ),
  refusedUpload(
    'downstream-unknown',
    '504 kernel_timeout after the last byte: the phone may have the file',
    (request, response) =>
      void receive(request).then(() => problem(504, 'kernel_timeout')(request, response)),
    1,
    'failed',
    { told: { code: 'kernel_timeout' } },
  ),
  {
    id: 'uploads.quota',
    fault: 'the uploads of the day are used up (429 quota_exceeded) before twenty files',
    async run(field) {
      const at = await desk(field, { answer: first(problem(429, 'quota_exceeded'), Infinity), direct: true })
      const ids: string[] = []
      for (let each = 0; each < 20; each += 1) ids.push(await at.send(memoryFile(file.subarray(0, 1000))))
      for (const id of ids) {
        const { state, fault } = await at.end(id)
        assert.equal(state, 'failed')
        saysOf(fault, { code: 'quota_exceeded' })
      }
      await field.pass(at.clock, 300_000, 5000)
      assert.ok(at.uploads.length <= 4, `${at.uploads.length} uploads`)
      return { figure: `${at.uploads.length} uploads for 20 files, ${at.taken.length} taken` }
    },
  },
  {
    id: 'uploads.refused-key',
    fault: 'the ticket call shows that the key is revoked, before twenty files',
    async run(field) {
      const service = await field.service()
      const clock = field.clock()
      const core = await field.live(service.host, { clock })
      await service.key('revoked')
      const fileIds = Array.from({ length: 20 }, () => core.offer(memoryFile(file.subarray(0, 1000))))
      const { ids } = await core.bridge.call('transfers.add', { fileIds, publicIds: ['dev_1'] })
      await eventually('all have failed', () =>
        ids.every((id) => core.shown.transfers.some((each) => each.id === id && each.state === 'failed')),
      )
      await eventually('the tile is parked', () => core.tile().state === 'parked')
      const before = field.requests().length
      await field.pass(clock, 300_000, 5000)
      const tickets = field.requests(/ticket$/).length
      assert.ok(tickets <= 5, `${tickets} calls for a ticket`)
      assert.equal(field.requests().length, before, 'with a refused key nothing more is asked')
      return { figure: `${tickets} calls for a ticket` }
    },
  },
  {
    id: 'uploads.clock-a-day-off',
    fault: 'this computer’s clock is a day ahead',
    async run(field) {
      const date = new Date(Date.now() - 86_400_000)
      const at = await desk(field, {
        ticket: { expires_at: new Date(date.getTime() + 300_000).toISOString() },
        headers: { date: date.toUTCString() },
      })
      const recoverMs = await timed(async () => assert.equal((await at.end(await at.send())).state, 'done'))
      return { recoverMs, figure: doneOnce(at) }
    },
  },
  {
    id: 'uploads.61st',
    fault: '90 files at once, and 60 a minute are taken',
    runs: 1,
    async run(field) {
      const at = await desk(field)
      const begun = at.clock.monotonic()
      for (let each = 0; each < 90; each += 1) await at.send(memoryFile(file.subarray(0, 1000)))
      while (at.taken.length < 90 && at.clock.monotonic() - begun < 600_000)
        await field.pass(at.clock, 500, 500)
      assert.equal(at.taken.length, 90, 'all of them arrive')
      const inAMinute = (from: number) =>
        at.uploads.filter((when) => when >= from && when < from + 60_000).length
      const peak = Math.max(...at.uploads.map(inAMinute))
      assert.ok(peak <= 60, `${peak} in one minute`)
      return { recoverMs: at.clock.monotonic() - begun, figure: `peak ${peak} a minute` }
    },
  },
  {
    id: 'uploads.fifth-at-once',
    fault: 'ten files at once, and four are taken at once',
    async run(field) {
      let running = 0
      let peak = 0
      const at = await desk(field, {
        answer(_, response) {
          running += 1
          peak = Math.max(peak, running)
          response.once('close', () => (running -= 1))
        },
      })
      const ids: string[] = []
      for (let each = 0; each < 10; each += 1) ids.push(await at.send())
      for (const id of ids) assert.equal((await at.end(id)).state, 'done')
      assert.ok(peak <= 4, `${peak} at once`)
      assert.deepEqual(
        at.taken,
        ids.map(() => hash),
      )
      return { figure: `peak ${peak} at once, mismatches 0` }
    },
  },
  {
    id: 'uploads.quit-half-way',
    fault: 'the app is quit half-way',
    async run(field) {
      const at = await desk(field)
      at.proxy.set({ kind: 'throttle', direction: 'up', bytesPerSecond: 8_000_000 })
      // More than the buffers on the way hold: what they hold arrives all the same.
      const id = await at.send(memoryFile(Buffer.concat(Array.from({ length: 10 }, () => file))))
      await eventually('some of it is sent', () =>
        at.core.shown.transfers.some((transfer) => transfer.id === id && transfer.sentBytes > 0),
      )
      await at.core.close()
      await eventually('the connection is over', () => at.proxy.open === 0)
      assert.deepEqual(at.taken, [], 'half a file is no file')
      return { figure: `${at.taken.length} taken` }
    },
  },
  {
    id: 'uploads.black-hole',
    fault: 'the other end is gone without a word, half-way',
    runs: 1,
    waits: true,
    async run(field) {
      const at = await desk(field)
      at.proxy.set({ kind: 'throttle', direction: 'up', bytesPerSecond: 4_000_000 })
      const recoverMs = await timed(async () => {
        const id = await at.send(memoryFile(content(12_000_000)))
        await eventually('some of it is sent', () =>
          at.core.shown.transfers.some((transfer) => transfer.id === id && transfer.sentBytes > 0),
        )
        at.proxy.set({ kind: 'black-hole' })
        const { state } = await at.end(id)
        assert.ok(state === 'failed' || state === 'unknown', state)
      })
      assert.deepEqual(at.taken, [])
      return { recoverMs }
    },
  },
]
