import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import type { UploadTicket } from '../../../src-shared/protocol/upload-ticket'
import { answerFault } from '../service/answer-fault'
import type { FileSource, OpenedFile } from './file-source'
import { isSafe } from '../fleets/fleet-address'
import { networkFault } from '../service/network-fault'
import { readToItsEnd } from './read-to-its-end'
import { userAgent } from '../service/user-agent'

// Node takes up to twice as long to see that a piece goes no further.
const silentSendingMs = 40_000
const answerWithinMs = 60_000
const longestAnswerBytes = 1024 * 1024

export interface UploadRequestOptions {
  ticket: UploadTicket
  source: FileSource
  signal: AbortSignal
  /** There is a connection: from here on the service may have heard something. */
  onConnected: () => void
  /** Bytes handed to the connection so far. */
  onProgress: (sentBytes: number) => void
}

const outcomeUnknown: Fault = { kind: 'outcome-unknown' }

/**
 * Streams one file up with its ticket (spec 4.7): exact `Content-Length`, never chunked, no more of it in memory than
 * the connection takes. Its last bytes go only once the file was found to be still what it was when it was given. An early
 * answer, such as a 413, is read even where the body can no longer be written.
 * @throws FaultError `address` when the ticket's address is neither https nor on this machine; `file` too-large with the ticket's
 * limit for a 413; `ticket-refused` for a 401, which here is not about the key; `outcome-unknown` when the answer was lost after the last byte
 */
export async function uploadRequest(options: UploadRequestOptions): Promise<void> {
  const { ticket, source, signal } = options
  const url = uploadUrl(ticket.upload_url, source.name)
  const file = await source.open()
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  const request = send(url, {
    method: 'POST',
    // A connection of its own: whether the service heard anything is then plain.
    agent: false,
    signal,
    timeout: silentSendingMs,
    headers: {
      authorization: `Bearer ${ticket.ticket}`,
      'content-type': 'application/octet-stream',
      'content-length': source.bytes,
      'user-agent': userAgent,
    },
  })
  try {
    await exchange(request, file, url.host, options)
  } finally {
    request.destroy()
    await file.close()
  }
}

function uploadUrl(address: string, fileName: string): URL {
  const url = new URL(address)
  if (!isSafe(url)) throw new FaultError({ kind: 'address', reason: 'insecure' })
  // A space as '+' is a form's way; not every service reads a query as a form. What the address brings along stays as it is.
  const query = new URLSearchParams({ filename: fileName }).toString().replaceAll('+', '%20')
  url.search = url.search === '' ? query : `${url.search}&${query}`
  return url
}

function exchange(
  request: ClientRequest,
  file: OpenedFile,
  host: string,
  { ticket, source, onConnected, onProgress }: UploadRequestOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let sent = 0
    let connected = false
    let answered = false
    request.on('socket', (socket) => {
      readToItsEnd(socket)
      socket.once(request.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        connected = true
        onConnected()
      })
    })
    const isWhole = () => sent === source.bytes
    const isOutcomeUnknown = () => connected && isWhole()
    const fail = (fault: Fault) => reject(new FaultError(fault))

    /** @returns whether more can be written, once there is room for it */
    const hand = (piece: Buffer) => {
      sent += piece.byteLength
      onProgress(sent)
      return new Promise<boolean>((written) => request.write(piece, (error) => written(!error && !answered)))
    }
    const awaitAnswer = () => {
      if (!isWhole()) return
      request.setTimeout(answerWithinMs)
      request.end()
    }
    sendPieces(file, source, hand).then(awaitAnswer, (error: unknown) => fail(fileFault(error, source)))

    request.on('timeout', () => request.destroy(Object.assign(new Error('silence'), { code: 'ETIMEDOUT' })))
    request.on('error', (error) => {
      if (error.name === 'AbortError') fail({ kind: 'cancelled' })
      else fail(isOutcomeUnknown() ? outcomeUnknown : networkFault(error, host))
    })
    request.on('response', (response) => {
      answered = true
      readAnswer(response).then(
        (answer) => {
          const status = response.statusCode ?? 0
          const accepted = status >= 200 && status <= 299
          if (accepted && isWhole()) resolve()
          // What it has taken cannot be the whole file.
          else if (accepted) fail(outcomeUnknown)
          else fail(refusal(answerFault(status, response.headers, answer, [ticket.ticket]), ticket, source))
        },
        (error: unknown) => fail(isOutcomeUnknown() ? outcomeUnknown : networkFault(error, host)),
      )
    })
  })
}

/**
 * Hands a file over piece by piece, the last one only once the file was found to be still what it was.
 * @param hand returns whether more is wanted
 * @throws FaultError `file` changed; and whatever reading throws
 */
async function sendPieces(
  { pieces, check }: OpenedFile,
  { name, bytes }: FileSource,
  hand: (piece: Buffer) => Promise<boolean>,
): Promise<void> {
  let read = 0
  let last: Buffer | null = null
  for await (const piece of pieces) {
    read += piece.byteLength
    if (read === bytes) last = piece
    // A file that grew would break the promise of Content-Length.
    else if (read > bytes) break
    else if (!(await hand(piece))) return
  }
  if (last === null || read !== bytes) throw new FaultError({ kind: 'file', reason: 'changed', name })
  await check()
  await hand(last)
}

/** What to tell where a file cannot be read. */
function fileFault(error: unknown, { name }: FileSource): Fault {
  return error instanceof FaultError ? error.fault : { kind: 'file', reason: 'unreadable', name }
}

/** What a refusal of the service says of an upload. */
function refusal(fault: Fault, { max_bytes: maxBytes }: UploadTicket, { name }: FileSource): Fault {
  if (fault.kind !== 'problem') return fault
  if (fault.code === 'payload_too_large') return { kind: 'file', reason: 'too-large', name, maxBytes }
  return fault.code === 'unauthorized' ? { kind: 'ticket-refused', detail: fault.detail } : fault
}

async function readAnswer(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength
    if (bytes <= longestAnswerBytes) chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
