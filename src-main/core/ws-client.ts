import WebSocket from 'ws'
import type { Fault } from '../../src-shared/protocol/fault'
import type { CancelTimer, Clock } from './clock'
import { networkFault } from './network-fault'
import { userAgent } from './user-agent'

const handshakeMs = 10_000
const pingEveryMs = 20_000
const pongWithinMs = 15_000

/** What an open socket, or the attempt to open one, tells. Exactly one of `refused`, `failed`, `closed` ends it. */
export interface SocketEvents {
  open(): void
  /** `text` for a text message. The bytes may be a view of a larger buffer. */
  message(data: Buffer, text: boolean): void
  /** The handshake was answered with an HTTP status other than 101. */
  refused(status: number): void
  /** The handshake was not answered at all. */
  failed(fault: Fault): void
  closed(code: number, reason: string): void
}

export interface Socket {
  send(text: string): void
  close(): void
}

/** Opens a socket of the service: what sessions are given, so that tests can stand in for the network. */
export type Dial = (events: SocketEvents) => Socket

/**
 * Dials a path of the service's WebSocket host with the key in the query (spec 5, rule 4), and ends a connection that
 * no longer answers pings: a silent stream is normal, a dead one is not.
 * @param path with its query, without the token
 * @param maxPayload bytes of the largest message worth having
 */
export function createDial(
  clock: Clock,
  wsBaseUrl: string,
  apiKey: string,
  path: string,
  maxPayload: number,
): Dial {
  const host = new URL(wsBaseUrl).host
  return (events) => {
    const query = `${path.includes('?') ? '&' : '?'}token=${encodeURIComponent(apiKey)}`
    const socket = new WebSocket(`${wsBaseUrl}${path}${query}`, {
      perMessageDeflate: false,
      maxPayload,
      handshakeTimeout: handshakeMs,
      followRedirects: false,
      headers: { 'user-agent': userAgent },
    })
    let opened = false
    let ended = false
    let cancelTimer: CancelTimer = () => undefined

    const end = (tell: () => void) => {
      if (ended) return
      ended = true
      cancelTimer()
      tell()
    }
    const awaitPong = () => {
      socket.ping()
      cancelTimer = clock.after(pongWithinMs, () => socket.terminate())
    }
    // Any message is a sign of life: on a slow link a pong waits behind the frames.
    const beat = () => {
      if (ended) return
      cancelTimer()
      cancelTimer = clock.after(pingEveryMs, awaitPong)
    }

    socket.on('open', () => {
      opened = true
      beat()
      if (!ended) events.open()
    })
    socket.on('pong', beat)
    socket.on('message', (data, isBinary) => {
      beat()
      if (!ended) events.message(data as Buffer, !isBinary)
    })
    socket.on('unexpected-response', (request, response) => {
      response.resume()
      request.destroy()
      end(() => events.refused(response.statusCode ?? 0))
    })
    socket.on('error', (error) => {
      // After the opening, 'close' follows and tells.
      if (!opened) end(() => events.failed(handshakeFault(error, host)))
    })
    socket.on('close', (code, reason) => end(() => events.closed(code, reason.toString('utf8'))))

    return {
      send(text) {
        if (socket.readyState === WebSocket.OPEN) socket.send(text)
      },
      close() {
        end(() => undefined)
        if (opened) socket.close(1000)
        else socket.terminate()
      },
    }
  }
}

/** `ws` gives its own handshake time-out no code. */
function handshakeFault(error: Error, host: string): Fault {
  if (error.message.includes('handshake has timed out')) return { kind: 'network', reason: 'timeout', host }
  return networkFault(error, host)
}
