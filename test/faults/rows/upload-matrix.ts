import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { problem } from '../hostile-server'
import type { Row } from '../row'
import { content, memoryFile, sha256 } from '../../core/uploads/upload-service'
import { desk, doneOnce, hasFields, type Answer } from './upload-desk'

// Larger than all buffers in between, so the bytes that arrived are close to the bytes that left.
const bytes = 24_000_000
const file = content(bytes)
const hash = sha256(file)

/** How much of the file the service has when the fault occurs, in %; `answer`: the phone has the whole file. */
const points = [0, 1, 50, 99, 100, 'answer'] as const
type Point = (typeof points)[number]

/** Breaks the first upload. */
interface Cause {
  id: string
  fault: string
  act: (request: IncomingMessage, response: ServerResponse) => void
  /** The endings allowed at a point. */
  ends: (point: Point) => readonly string[]
  expected?: Record<string, unknown>
  /** Uploads before the user retries; 1 when left out. */
  uploads?: number
  /** A refusal, which cannot happen once the phone has the file. */
  isRefusal?: boolean
  /** Waits for the time-out. */
  waits?: boolean
}

const closing =
  (status: number, code: string) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    problem(status, code, { headers: { connection: 'close' } })(request, response)
    // The rest stays unread, so the client's next write fails.
    response.once('finish', () => request.socket.destroySoon())
  }
/** The fate of a file that was sent whole is unknown; near the end either ending is right. */
const lost = (point: Point) => {
  if (point === 99) return ['failed', 'unknown']
  return point === 100 || point === 'answer' ? ['unknown'] : ['failed']
}
const failed = () => ['failed']

const causes: readonly Cause[] = [
  {
    id: 'reset',
    fault: 'the connection is reset',
    act: ({ socket }) => void socket.resetAndDestroy(),
    ends: lost,
  },
  { id: 'end', fault: 'the connection is ended', act: ({ socket }) => void socket.end(), ends: lost },
  {
    id: 'silence',
    fault: 'the service stops reading and never answers',
    act: () => undefined,
    ends: lost,
    waits: true,
  },
  {
    id: '500',
    fault: 'the service dies with a 500',
    act: closing(500, 'internal'),
    ends: failed,
    expected: { code: 'internal' },
  },
  {
    id: '413',
    fault: 'a 413, and the connection closes',
    act: closing(413, 'payload_too_large'),
    ends: failed,
    expected: { kind: 'file', reason: 'too-large' },
    isRefusal: true,
  },
  {
    id: '409',
    fault: 'a 409, and the connection closes',
    act: closing(409, 'ticket_already_used'),
    ends: () => ['done'],
    uploads: 2,
    isRefusal: true,
  },
]

/** Breaks the first upload at a point and takes the others. */
const happening =
  (cause: Cause, point: Point, taken: () => string[]): Answer =>
  (request, response, nth) => {
    if (nth > 1) return false
    const share = point === 'answer' ? 1 : point / 100
    const received = createHash('sha256')
    let got = 0
    const act = () => {
      request.removeAllListeners('data').pause()
      if (point === 'answer') taken().push(received.digest('hex'))
      cause.act(request, response)
    }
    request.on('error', () => undefined)
    request.on('data', (piece: Buffer) => {
      got += piece.byteLength
      received.update(piece)
      if (got >= bytes * share) act()
    })
    if (share === 0) act()
    return true
  }

const at = (point: Point) =>
  point === 'answer' ? 'when the phone has the file, before the answer' : `at ${point}% of the file`

/** A file that the phone may have is not sent again; after the user's retry it arrives. */
const matrixRow = (cause: Cause, point: Point): Row => ({
  id: `uploads.${cause.id}-at-${point}`,
  fault: `${cause.fault}, ${at(point)}`,
  ...(cause.waits ? { waits: true, runs: 1 } : {}),
  async run(field) {
    const table = await desk(field, { answer: happening(cause, point, () => table.taken), direct: true })
    const id = await table.send(memoryFile(file))
    const { state, fault } = await table.end(id)
    assert.ok(cause.ends(point).includes(state), `${state}: ${JSON.stringify(fault)}`)
    if (state === 'failed' && cause.expected) hasFields(fault, cause.expected)
    await field.pass(table.clock, 300_000, 5000)
    assert.equal(table.uploads.length, cause.uploads ?? 1, 'uploads before the user retries')
    assert.deepEqual(table.taken, state === 'done' || point === 'answer' ? [hash] : [])
    if (table.taken.length === 0) {
      const { id: again } = await table.core.bridge.call('uploads.retry', { id })
      assert.equal((await table.end(again)).state, 'done')
    }
    return { figure: doneOnce(table, hash) }
  },
})

/** A file for a slow service arrives once. */
const slow: Row = {
  id: 'uploads.slow',
  fault: 'the service reads slowly',
  async run(field) {
    const table = await desk(field, {
      answer(request, response) {
        const received = createHash('sha256')
        request.on('data', (piece: Buffer) => {
          received.update(piece)
          request.pause()
          setTimeout(() => request.resume(), 5)
        })
        request.on('end', () => {
          table.taken.push(received.digest('hex'))
          response.end('{}')
        })
        return true
      },
    })
    assert.equal((await table.end(await table.send(memoryFile(file)))).state, 'done')
    assert.equal(table.uploads.length, 1)
    return { figure: doneOnce(table, hash) }
  },
}

/** A truncated ticket began no upload, so the core asks for another. */
const ticketRow = (point: 0 | 50 | 99): Row => ({
  id: `uploads.ticket-cut-at-${point}`,
  fault: `the answer to the ticket call is cut at ${point}%, once`,
  async run(field) {
    const table = await desk(field, { direct: true, cutTicketAt: point / 100 })
    const id = await table.send(memoryFile(file))
    const begun = table.clock.monotonic()
    while (table.taken.length === 0 && table.clock.monotonic() - begun < 60_000)
      await field.pass(table.clock, 250, 250)
    assert.equal((await table.end(id)).state, 'done')
    assert.deepEqual([table.tickets(), table.uploads.length], [2, 1])
    return { figure: doneOnce(table, hash) }
  },
})

/** Each cause at each point of an upload. */
export const uploadMatrix: readonly Row[] = [
  ...causes.flatMap((cause) =>
    points
      .filter((point) => !(cause.isRefusal && point === 'answer'))
      .map((point) => matrixRow(cause, point)),
  ),
  slow,
  ...([0, 50, 99] as const).map(ticketRow),
]
