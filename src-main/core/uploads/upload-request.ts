import { createHash } from 'node:crypto'
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import { ownValue } from '../../../src-shared/protocol/own-value'
import type { UploadTicket } from '../../../src-shared/protocol/upload-ticket'
import type { CancelTimer, Clock } from '../time/clock'
import { unreadable } from '../service/answer-body'
import { answerFault } from '../service/answer-fault'
import { GrowingBuffer } from '../service/growing-buffer'
import type { FileSource, OpenedFile } from './file-source'
import { networkFault, proxyRefusal, wantsProxyPassword } from '../service/network-fault'
import { directRoute, watchWay, type Route } from '../service/route'
import { readToItsEnd } from './read-to-its-end'
import { userAgent } from '../service/user-agent'

// Node needs up to twice as long to notice that a write has stalled.
const silentSendingMs = 40_000
// From the last byte, or an early answer's first.
const answerWithinMs = 60_000
// A slower connection would hold one of four places for hours.
const [leastBytes, leastEveryMs] = [300_000, 5 * 60_000]
const longestAnswerBytes = 1024 * 1024

export interface UploadRequestOptions {
  ticket: UploadTicket
  /** The fleet's REST base. A ticket may name another host only over https. */
  baseUrl: string
  route?: Route | undefined
  source: FileSource
  /** What the service calls the SHA-256 in the answer to an upload. */
  hashName: string
  clock: Clock
  signal: AbortSignal
  /** The connection is open: from now on the service may have received something. */
  onConnected: () => void
  /** Reports the bytes written to the connection so far. */
  onProgress: (sentBytes: number) => void
}

// Of the answer that brought the ticket.
const okStatus = 200

const outcomeUnknown: Fault = { kind: 'outcome-unknown' }

/**
 * Streams one file with its ticket (spec 4.7): exact `Content-Length`, never chunked, one piece in memory at a time. The
 * last piece is sent only if the file is unchanged. Less than 1 kB/s over 5 min ends it. An early answer, such as a 413, is read even when the body can no
 * longer be written.
 * @returns whether the answer has the SHA-256 of what was sent; false when it has none
 * @throws FaultError `upload-differs` when it has another; `unreadable-answer` when the ticket's address is neither https nor the fleet's own host; `file`
 * too-large with the ticket's limit for a 413; `ticket-refused` for a 401, which is not about the key here; `outcome-unknown`
 * when no answer came after the last byte
 */
export async function uploadRequest(options: UploadRequestOptions): Promise<boolean> {
  const { ticket, baseUrl, route = directRoute, source, clock, signal } = options
  const url = uploadUrl(ticket.upload_url, baseUrl, source.name)
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  const file = await source.open()
  const request = send(url, {
    method: 'POST',
    // A fresh connection: only then does `connected` tell whether the service received anything.
    agent: route.agentFor(url, 0) ?? false,
    ...(url.protocol === 'https:' ? route.trust() : {}),
    signal,
    timeout: silentSendingMs,
    rejectUnauthorized: true,
    headers: {
      authorization: `Bearer ${ticket.ticket}`,
      'content-type': 'application/octet-stream',
      'content-length': source.bytes,
      'user-agent': userAgent,
    },
  })
  const expire = () => request.destroy(Object.assign(new Error('silence'), { code: 'ETIMEDOUT' }))
  request.on('timeout', expire)
  let sentBytes = 0
  let cancelPace: CancelTimer = () => undefined
  const keepPace = (before: number) => {
    cancelPace = clock.after(leastEveryMs, () =>
      sentBytes - before < leastBytes ? expire() : keepPace(sentBytes),
    )
  }
  keepPace(0)
  let cancelDeadline = null as CancelTimer | null
  const awaitAnswer = () => {
    request.setTimeout(0)
    cancelPace()
    if (!request.destroyed) cancelDeadline ??= clock.after(answerWithinMs, expire)
  }
  try {
    return await exchange(request, file, url.host, awaitAnswer, {
      ...options,
      onProgress(sent) {
        sentBytes = sent
        options.onProgress(sent)
      },
    })
  } finally {
    cancelPace()
    cancelDeadline?.()
    request.destroy()
    await file.close()
  }
}

function uploadUrl(address: string, baseUrl: string, fileName: string): URL {
  const url = new URL(address)
  const isOfFleet = url.origin === new URL(baseUrl).origin
  if (url.protocol !== 'https:' && !isOfFleet)
    throw new FaultError({ ...unreadable(okStatus, 'wrong-field', '', []), field: 'upload_url' })
  // Only forms write a space as '+'. The address keeps its own query.
  const query = new URLSearchParams({ filename: fileName }).toString().replaceAll('+', '%20')
  url.search = url.search === '' ? query : `${url.search}&${query}`
  return url
}

function exchange(
  request: ClientRequest,
  file: OpenedFile,
  host: string,
  awaitAnswer: () => void,
  { ticket, source, hashName, onConnected, onProgress }: UploadRequestOptions,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let sent = 0
    const hash = createHash('sha256')
    let connected = false
    let answered = false
    const way = watchWay(request)
    const isRefusedByProxy = () => way.proxy !== null && way.tunnelStatus !== null && way.tunnelStatus !== 200
    request.on('socket', (socket) => {
      if (isRefusedByProxy()) return
      readToItsEnd(socket)
      // A tunnel is open already.
      if (request.protocol !== 'https:' && !socket.connecting) {
        connected = true
        onConnected()
        return
      }
      socket.once(request.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        connected = true
        onConnected()
      })
    })
    const isWhole = () => sent === source.bytes
    const isOutcomeUnknown = () => connected && isWhole()
    const fail = (fault: Fault) => reject(new FaultError(fault))

    /** @returns whether more can be written, once there is room */
    const write = (piece: Buffer) => {
      sent += piece.byteLength
      onProgress(sent)
      const writing = new Promise<boolean>((written) =>
        request.write(piece, (error) => written(!error && !answered)),
      )
      // While the system sends it.
      hash.update(piece)
      return writing
    }
    const endIfWhole = () => {
      if (!isWhole()) return
      awaitAnswer()
      request.end()
    }
    sendPieces(file, source, write).then(endIfWhole, (error: unknown) => fail(fileFault(error, source)))

    request.on('error', (error) => {
      if (error.name === 'AbortError') fail({ kind: 'cancelled' })
      else fail(isOutcomeUnknown() ? outcomeUnknown : networkFault(error, host, way))
    })
    request.on('response', (response) => {
      answered = true
      awaitAnswer()
      const { statusCode = 0 } = response
      if (way.proxy && (isRefusedByProxy() || wantsProxyPassword(statusCode, response.headers, way))) {
        fail(proxyRefusal(statusCode, way))
        return
      }
      readAnswer(response).then(
        (answer) => {
          const status = response.statusCode ?? 0
          const accepted = status >= 200 && status <= 299
          if (accepted && isWhole()) {
            const theirs = hashIn(answer, hashName)
            if (theirs === null || theirs === hash.digest('hex')) resolve(theirs !== null)
            else fail({ kind: 'upload-differs' })
          }
          // The service accepted something, but it can't be the whole file.
          else if (accepted) fail(outcomeUnknown)
          else fail(refusal(answerFault(status, response.headers, answer, [ticket.ticket]), ticket, source))
        },
        (error: unknown) => fail(isOutcomeUnknown() ? outcomeUnknown : networkFault(error, host, way)),
      )
    })
  })
}

/**
 * Writes a file piece by piece, the last one only if the file is unchanged.
 * @param write resolves to whether more can be written
 * @throws FaultError `file` when it has changed; and what reading throws
 */
async function sendPieces(
  { pieces, check }: OpenedFile,
  { name, bytes }: FileSource,
  write: (piece: Buffer) => Promise<boolean>,
): Promise<void> {
  let read = 0
  let last: Buffer | null = null
  for await (const piece of pieces) {
    read += piece.byteLength
    if (read === bytes) last = piece
    // More bytes than Content-Length: the file has grown.
    else if (read > bytes) break
    else if (!(await write(piece))) return
  }
  if (last === null || read !== bytes) throw new FaultError({ kind: 'file', reason: 'changed', name })
  await check()
  await write(last)
}

/** Finds the SHA-256 in the answer to an upload, in lower-case hex; null for none. The spec does not show that answer. */
function hashIn(answer: Buffer, hashName: string): string | null {
  try {
    const receipt: unknown = JSON.parse(answer.toString())
    const hash = typeof receipt === 'object' && receipt !== null ? ownValue({ ...receipt }, hashName) : null
    return typeof hash === 'string' && /^[\da-f]{64}$/i.test(hash) ? hash.toLowerCase() : null
  } catch {
    return null
  }
}

/** Turns an error of reading a file into a fault. */
function fileFault(error: unknown, { name }: FileSource): Fault {
  return error instanceof FaultError ? error.fault : { kind: 'file', reason: 'unreadable', name }
}

/** Makes a refusal specific to uploads. */
function refusal(fault: Fault, { max_bytes: maxBytes }: UploadTicket, { name }: FileSource): Fault {
  if (fault.kind !== 'problem') return fault
  if (fault.code === 'payload_too_large') return { kind: 'file', reason: 'too-large', name, maxBytes }
  return fault.code === 'unauthorized' ? { kind: 'ticket-refused', detail: fault.detail } : fault
}

/** Reads an answer, or the beginning of a longer one: its status says enough. */
async function readAnswer(response: IncomingMessage): Promise<Buffer> {
  const answer = new GrowingBuffer(longestAnswerBytes)
  for await (const piece of response as AsyncIterable<Buffer>) if (!answer.take(piece)) break
  return answer.bytes
}
