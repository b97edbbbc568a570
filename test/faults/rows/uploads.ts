import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { hasEnded } from '../../../src-shared/features/upload-state'
import { FaultError } from '../../../src-shared/protocol/fault'
import type { FileSource } from '../../../src-main/core/uploads/file-source'
import { content, memoryFile, opened, receive } from '../../core/uploads/upload-service'
import { eventually } from '../field'
import { problem } from '../hostile-server'
import { timed, type Row } from '../row'
import { bytes, desk, doneOnce, file, first, minuteMs, hasFields, type Answer } from './upload-desk'

/** A cut upload is not retried; after the user's retry the file arrives once. */
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
    assert.equal(at.uploads.length <= 1, true, 'the upload is not retried')
    assert.deepEqual(at.taken, [])
    at.proxy.set({ kind: 'none' })
    const recoverMs = await timed(async () => {
      const { id: again } = await at.core.bridge.call('uploads.retry', { id: first })
      assert.equal((await at.end(again)).state, 'done')
    })
    return { recoverMs, figure: doneOnce(at) }
  },
})

/** A file that cannot be sent fails with its reason, and the service takes none of it. */
const refusedFile = (
  id: string,
  fault: string,
  source: () => FileSource,
  expected: string,
  ticket: Record<string, unknown> = {},
): Row => ({
  id: `uploads.${id}`,
  fault,
  async run(field) {
    const at = await desk(field, { ticket })
    const { state, fault: shown } = await at.end(await at.send(source()))
    assert.equal(state, 'failed')
    const { reason, why } = shown as { reason?: string; why?: string }
    assert.equal(reason ?? why, expected)
    assert.deepEqual(at.taken, [])
    return { figure: `${at.taken.length} taken` }
  },
})

/** After some refusals the file arrives once, or the upload fails after the expected attempts. */
const refusedUpload = (
  id: string,
  fault: string,
  answer: Answer,
  uploads: number,
  state: 'done' | 'failed',
  { expected = {}, leastWaitMs = 0 }: { expected?: Record<string, unknown>; leastWaitMs?: number } = {},
): Row => ({
  id: `uploads.${id}`,
  fault,
  async run(field) {
    const at = await desk(field, { answer, direct: true })
    const begun = at.clock.monotonic()
    const upload = await at.send()
    const ended = () => at.core.shown.uploads.find((each) => each.id === upload && hasEnded(each))
    while (!ended() && at.clock.monotonic() - begun < 600_000) await field.pass(at.clock, 250, 250)
    const { state: found, fault: why = null } = ended() ?? {}
    assert.equal(found, state, JSON.stringify(why))
    hasFields(why, expected)
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

export const uploads: readonly Row[] = [
  cutAt('0', 'before its first byte', 0),
  cutAt('1', 'after 1%', bytes / 100),
  cutAt('50', 'half-way', bytes / 2),
  cutAt('99', 'after 99%', (bytes * 99) / 100),
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
      assert.equal(at.uploads.length, 1, 'the upload is not retried')
      return { figure: doneOnce(at) }
    },
  },
  refusedFile(
    'grows',
    'the file grows during the upload',
    () => memoryFile(file, bytes - 100_000),
    'changed',
  ),
  refusedFile(
    'shrinks',
    'the file shrinks during the upload',
    () => memoryFile(file, bytes + 100_000),
    'changed',
  ),
  refusedFile(
    'changes',
    'the file changes while its last piece is read',
    () => ({
      ...memoryFile(file),
      open: () =>
        Promise.resolve(
          opened(Readable.from([file.subarray(0, 1_000_000), file.subarray(1_000_000)]), () =>
            Promise.reject(new FaultError({ kind: 'file', reason: 'changed', name: 'a file.bin' })),
          ),
        ),
    }),
    'changed',
  ),
  refusedFile(
    'vanishes',
    'the file is deleted before its upload starts',
    () => ({
      name: 'gone.bin',
      bytes,
      open: () => Promise.reject(new FaultError({ kind: 'file', reason: 'gone', name: 'gone.bin' })),
    }),
    'gone',
  ),
  refusedFile(
    'lower-max-bytes',
    'the ticket allows fewer bytes than the file has',
    () => memoryFile(file),
    'too-large',
    {
      max_bytes: bytes - 1,
    },
  ),
  refusedFile(
    'insecure-address',
    'the ticket leads to another host without TLS',
    () => memoryFile(file),
    'wrong-field',
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
    { expected: { kind: 'file', reason: 'too-large', name: 'a file.bin' } },
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
    fault: 'the first ticket expires before the upload begins, by the service’s clock',
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
    { expected: { code: 'ticket_already_used' } },
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
    'every ticket has expired (401), though the key is valid',
    first(problem(401, 'unauthorized'), Infinity),
    2,
    'failed',
    { expected: { kind: 'ticket-refused' } },
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
    '502 upload_failed, every time',
    first(problem(502, 'upload_failed'), Infinity),
    3,
    'failed',
    { expected: { code: 'upload_failed' } },
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
    '504 kernel_timeout after the last byte, so the phone may have the file',
    (request, response) =>
      void receive(request).then(() => problem(504, 'kernel_timeout')(request, response)),
    1,
    'failed',
    { expected: { code: 'kernel_timeout' } },
  ),
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
    id: 'uploads.quit-half-way',
    fault: 'the user quits the app during an upload',
    async run(field) {
      const at = await desk(field)
      at.proxy.set({ kind: 'throttle', direction: 'up', bytesPerSecond: 8_000_000 })
      // Larger than the buffers on the way, whose content arrives in any case.
      const id = await at.send(memoryFile(Buffer.concat(Array.from({ length: 10 }, () => file))))
      await eventually('some of it is sent', () =>
        at.core.shown.uploads.some((transfer) => transfer.id === id && transfer.sentBytes > 0),
      )
      await at.core.close()
      await eventually('the connection is closed', () => at.proxy.open === 0)
      assert.deepEqual(at.taken, [], 'a partial file is discarded')
      return { figure: `${at.taken.length} taken` }
    },
  },
  {
    id: 'uploads.black-hole',
    fault: 'the other end vanishes during an upload',
    runs: 1,
    waits: true,
    async run(field) {
      const at = await desk(field)
      at.proxy.set({ kind: 'throttle', direction: 'up', bytesPerSecond: 4_000_000 })
      const recoverMs = await timed(async () => {
        const id = await at.send(memoryFile(content(12_000_000)))
        await eventually('some of it is sent', () =>
          at.core.shown.uploads.some((transfer) => transfer.id === id && transfer.sentBytes > 0),
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
