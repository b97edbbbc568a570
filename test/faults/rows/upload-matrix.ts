import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { problem } from '../hostile-server'
import type { Row } from '../row'
import { content, memoryFile, sha256 } from '../../core/uploads/upload-service'
import { desk, doneOnce, saysOf, type Answer } from './upload-desk'

// More than the buffers between the two hold: half of it cannot have left the core where half of it has arrived.
const bytes = 24_000_000
const file = content(bytes)
const hash = sha256(file)

/** How much of the file the service has when it happens, in %; `answer`: all of it, and the phone has the file. */
const points = [0, 1, 50, 99, 100, 'answer'] as const
type Point = (typeof points)[number]

/** What happens to the first upload. */
interface Cause {
  id: string
  fault: string
  act: (request: IncomingMessage, response: ServerResponse) => void
  /** How it may end then. */
  ends: (point: Point) => readonly string[]
  told?: Record<string, unknown>
  /** How many uploads there are before the user asks for another; 1 when left out. */
  uploads?: number
  /** It makes no sense of a file that the phone has. */
  isRefusal?: boolean
  /** It takes the time-out. */
  waits?: boolean
}

const closing =
  (status: number, code: string) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    problem(status, code, { headers: { connection: 'close' } })(request, response)
    // What is still on its way is not read: the client's next write fails.
    response.once('finish', () => request.socket.destroySoon())
  }
/** Nobody can tell from here what has become of a file that has left whole; a last per cent may have. */
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
    fault: 'the service reads no more and says nothing',
    act: () => undefined,
    ends: lost,
    waits: true,
  },
  {
    id: '500',
    fault: 'the service dies with a 500',
    act: closing(500, 'internal'),
    ends: failed,
    told: { code: 'internal' },
  },
  {
    id: '413',
    fault: 'a 413, and nothing more can be written',
    act: closing(413, 'payload_too_large'),
    ends: failed,
    told: { kind: 'file', reason: 'too-large' },
    isRefusal: true,
  },
  {
    id: '409',
    fault: 'a 409, and nothing more can be written',
    act: closing(409, 'ticket_already_used'),
    ends: () => ['done'],
    uploads: 2,
    isRefusal: true,
  },
]

/** Takes so much of the first upload, then has it happen; the others are taken. */
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
  point === 'answer' ? 'when the phone has the file, before the answer' : `at ${point} % of the file`

/** It happens once, nothing is sent again that the phone may have, and when the user asks, the file arrives. */
const matrixRow = (cause: Cause, point: Point): Row => ({
  id: `uploads.${cause.id}-at-${point}`,
  fault: `${cause.fault}, ${at(point)}`,
  ...(cause.waits ? { waits: true, runs: 1 } : {}),
  async run(field) {
    const table = await desk(field, { answer: happening(cause, point, () => table.taken), direct: true })
    const id = await table.send(memoryFile(file))
    const { state, fault } = await table.end(id)
    assert.ok(cause.ends(point).includes(state), `${state}: ${JSON.stringify(fault)}`)
    if (state === 'failed' && cause.told) saysOf(fault, cause.told)
    await field.pass(table.clock, 300_000, 5000)
    assert.equal(table.uploads.length, cause.uploads ?? 1, 'uploads before the user asks')
    assert.deepEqual(table.taken, state === 'done' || point === 'answer' ? [hash] : [])
    if (table.taken.length === 0) {
      const { id: again } = await table.core.bridge.call('uploads.retry', { id })
      assert.equal((await table.end(again)).state, 'done')
    }
    return { figure: doneOnce(table, hash) }
  },
})

/** The service takes little at a time: the file arrives all the same, once. */
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

/** The answer with the ticket is cut: no upload was begun, so another ticket is asked for. */
const ticketRow = (point: 0 | 50 | 99): Row => ({
  id: `uploads.ticket-cut-at-${point}`,
  fault: `the answer to the call for a ticket is cut at ${point} %, once`,
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

/** What happens to an upload, times when. */
export const uploadMatrix: readonly Row[] = [
  ...causes.flatMap((cause) =>
    points
      .filter((point) => !(cause.isRefusal && point === 'answer'))
      .map((point) => matrixRow(cause, point)),
  ),
  slow,
  ...([0, 50, 99] as const).map(ticketRow),
]
