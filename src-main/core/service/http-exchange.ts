import {
  request as httpRequest,
  type Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http'
import { request as httpsRequest } from 'node:https'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import { unreadable, type HttpAnswer } from './answer-body'
import type { CancelTimer, Clock } from '../time/clock'
import { GrowingBuffer } from './growing-buffer'
import { networkFault, proxyRefusal, wantsProxyPassword } from './network-fault'
import { watchWay } from './route'

// Up to the connection, and from there to the end of the answer.
const connectWithinMs = 10_000
const answerWithinMs = 20_000
const longestAnswerBytes = 16 * 1024 * 1024

export interface ExchangeOptions {
  url: string
  method: string
  headers: OutgoingHttpHeaders
  payload: Buffer | undefined
  /** Keeps connections; false opens a new one. */
  agent: Agent | false
  /** What the connection trusts (`Route.trust`). */
  trust: object
  clock: Clock
  /** Ends it as `cancelled`. */
  stop: AbortSignal
  onHeaders: (headers: IncomingHttpHeaders) => void
  /** Credentials to keep out of faults. */
  secrets: readonly string[]
}

const codeOf = (error: Error) => ('code' in error && typeof error.code === 'string' ? error.code : '')
const isReset = (error: Error) => codeOf(error) === 'ECONNRESET' || codeOf(error) === 'EPIPE'

/** Returns what Node's parser could not read; null for other errors, such as an early end. */
function misunderstood(error: Error): string | null {
  if (!/^HPE_(?!INVALID_EOF_STATE)/.test(codeOf(error))) return null
  return 'rawPacket' in error && Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('utf8') : ''
}

/**
 * Sends one request and reads the whole answer, whatever its status. A GET on a kept connection that the service has just
 * closed goes out again on a new one; other requests may have been carried out, so they fail.
 * @throws FaultError `cancelled`, `network`, or `unreadable-answer` for an answer that is cut, too long or not HTTP
 */
export function exchange(options: ExchangeOptions): Promise<HttpAnswer> {
  const { url, method, headers, payload, agent, trust, clock, stop, secrets } = options
  const { protocol, host } = new URL(url)
  const secure = protocol === 'https:'

  return new Promise((resolve, reject) => {
    const body = new GrowingBuffer(longestAnswerBytes)
    let response: IncomingMessage | null = null
    let timedOut = false
    let cancelTimer: CancelTimer = () => undefined

    const request = (secure ? httpsRequest : httpRequest)(url, {
      method,
      agent,
      ...trust,
      headers,
      // Whatever NODE_TLS_REJECT_UNAUTHORIZED says: the request carries the key.
      rejectUnauthorized: true,
    })
    const way = watchWay(request)
    const end = () => request.destroy()
    const expire = () => {
      timedOut = true
      end()
    }
    const allow = (ms: number) => {
      cancelTimer()
      cancelTimer = clock.after(ms, expire)
    }
    const settle = () => {
      cancelTimer()
      stop.removeEventListener('abort', end)
    }
    const fail = (fault: Fault) => {
      settle()
      end()
      reject(new FaultError(fault))
    }
    const faultOfEnd = (error: Error): Fault => {
      if (stop.aborted) return { kind: 'cancelled' }
      if (timedOut) return networkFault({ code: 'ETIMEDOUT' }, host, way)
      const status = response?.statusCode ?? 0
      if (codeOf(error) === 'HPE_HEADER_OVERFLOW') return unreadable(status, 'too-long', '', secrets)
      const garbled = misunderstood(error)
      if (garbled !== null) return unreadable(status, 'not-http', garbled, secrets)
      return response
        ? unreadable(status, 'cut', body.bytes.toString('utf8'), secrets)
        : networkFault(error, host, way)
    }
    const closedJustBefore = (error: Error) =>
      request.reusedSocket && !response && !timedOut && !stop.aborted && isReset(error)

    stop.addEventListener('abort', end, { once: true })
    if (stop.aborted) end()
    // A proxy may be silent before there is a connection.
    allow(connectWithinMs)
    request.on('socket', (socket) => {
      if (!socket.connecting) {
        allow(answerWithinMs)
        return
      }
      allow(connectWithinMs)
      socket.once(secure ? 'secureConnect' : 'connect', () => allow(answerWithinMs))
    })
    request.on('error', (error) => {
      if (method === 'GET' && closedJustBefore(error)) {
        settle()
        resolve(exchange({ ...options, agent: false }))
        return
      }
      fail(faultOfEnd(error))
    })
    request.on('response', (arrived) => {
      response = arrived
      const status = arrived.statusCode ?? 0
      const isTunnelRefused = way.tunnelStatus !== null && way.tunnelStatus !== 200
      if (way.proxy && (isTunnelRefused || wantsProxyPassword(status, arrived.headers, way))) {
        fail(proxyRefusal(status, way))
        return
      }
      options.onHeaders(arrived.headers)
      const tooLong = () => fail(unreadable(status, 'too-long', '', secrets))
      if (Number(arrived.headers['content-length']) > longestAnswerBytes) {
        tooLong()
        return
      }
      arrived.on('data', (chunk: Buffer) => {
        if (!body.take(chunk)) tooLong()
      })
      arrived.on('error', (error) => fail(faultOfEnd(error)))
      arrived.on('end', () => {
        settle()
        resolve({ status, headers: arrived.headers, body: body.bytes })
      })
    })
    request.end(payload)
  })
}
