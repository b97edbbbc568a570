import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasEnded } from '../../../src-shared/features/upload-state'
import type { FileSource } from '../../../src-main/core/uploads/file-source'
import { content, memoryFile, receive, sha256 } from '../../core/uploads/upload-service'
import type { Core } from '../core'
import { eventually, type Field } from '../field'
import type { FaultProxy } from '../proxy'
import type { SteeredClock } from '../steered-clock'

/** Size of the default file, in bytes. */
export const bytes = 4_000_000
export const file = content(bytes)
export const hash = sha256(file)
export const minuteMs = 60_000
const uploadPath = 'POST /v1/devices/dev_1/upload'

/** Answers the nth upload. @returns true when it has read the body itself */
export type Answer = (request: IncomingMessage, response: ServerResponse, nth: number) => unknown

/** A core that uploads files to a service. */
export interface Desk {
  core: Core
  /** In front of the service; its faults are for uploads only. */
  proxy: FaultProxy
  /** SHA-256 of each file that arrived whole. */
  taken: string[]
  /** When each upload began, in ms on the core's clock. */
  uploads: number[]
  tickets: () => number
  clock: SteeredClock
  send(source?: FileSource): Promise<string>
  /** Waits for the end of an upload. */
  end(id: string): Promise<{ state: string; fault: unknown }>
}

function cut(response: ServerResponse, body: string, share: number): void {
  if (share === 0) {
    response.destroy()
    return
  }
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
  response.write(body.slice(0, body.length * share), () => response.destroy())
}

/** Starts a service that gives tickets and takes files; `answer` answers uploads, by default with 200. */
export async function desk(
  field: Field,
  {
    answer,
    ticket = {},
    headers = {},
    direct = false,
    expiresAt = () => null,
    cutTicketAt = null,
  }: {
    answer?: Answer
    ticket?: Record<string, unknown>
    headers?: Record<string, string>
    /** Uploads bypass the proxy, which can lose an answer that comes before the body ends. */
    direct?: boolean
    /** When the nth ticket expires; null for in five minutes. */
    expiresAt?: (nth: number) => string | null
    /** Cuts the connection after this share of the first ticket's answer, 0 to 1. */
    cutTicketAt?: number | null
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
        const body = JSON.stringify(minted)
        if (tickets === 1 && cutTicketAt !== null) {
          cut(response, body, cutTicketAt)
          return
        }
        response.writeHead(200, { 'content-type': 'application/json', ...headers })
        response.end(body)
      },
      [uploadPath]: (request, response) => {
        uploads.push(clock.monotonic())
        const isTaken = (answer ?? take)(request, response, uploads.length) === true
        if (answer && !isTaken && !response.writableEnded && request.listenerCount('data') === 0)
          take(request, response, 0)
      },
    },
  })
  const proxy = await field.proxy(server.host, uploadPath)
  const core = await field.live(direct ? server.host : proxy.host, { clock })
  return {
    core,
    proxy,
    taken,
    uploads,
    clock,
    tickets: () => tickets,
    async send(source = memoryFile(file)) {
      const fileIds = [core.offer(source)]
      const { ids } = await core.bridge.call('uploads.add', { fileIds, publicIds: ['dev_1'] })
      return ids[0] ?? ''
    },
    end: (id) =>
      eventually(
        'the upload ends',
        () => core.shown.uploads.find((upload) => upload.id === id && hasEnded(upload)),
        // The time-out of an upload when the service stops reading.
        100_000,
      ),
  }
}

/** @throws AssertionError unless the phone has the file once, unchanged */
export const doneOnce = ({ taken }: Desk, sent = hash) => {
  assert.deepEqual(taken, [sent], 'the file arrived once, unchanged')
  return 'mismatches 0, duplicates 0'
}

/** Checks some fields of a fault. */
export const hasFields = (fault: unknown, expected: Record<string, unknown>) =>
  assert.deepEqual(
    { ...(fault as Record<string, unknown> | null), ...expected },
    { ...(fault as Record<string, unknown> | null) },
  )

/** Refuses the first uploads and takes the rest. */
export const first =
  (refuse: Answer, times = 1): Answer =>
  (request, response, nth) => {
    if (nth > times) return
    request.resume()
    refuse(request, response, nth)
  }
