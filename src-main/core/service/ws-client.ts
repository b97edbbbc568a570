import WebSocket from 'ws'
import type { Fault } from '../../../src-shared/protocol/fault'
import type { CancelTimer, Clock } from '../base/clock'
import { networkFault } from './network-fault'
import { userAgent } from './user-agent'

const handshakeMs = 10_000
const pingEveryMs = 20_000
const pongWithinMs = 15_000
const pongAfterWakeWithinMs = 4000
const closedWithinMs = 2000
// What is sent within so short a time is asked about once.
const askReadMs = 200

/** What an open socket, or the attempt to open one, tells. Exactly one of `refused`, `failed`, `closed` ends it. */
export interface SocketEvents {
  open(): void
  /** `text` for a text message. The bytes may be a view of a larger buffer. */
  message(data: Buffer, text: boolean): void
  /** The handshake was answered with an HTTP status other than 101. */
  refused(status: number): void
  /** The handshake was not answered at all. */
  failed(fault: Fault): void
  /**
   * Either end closes the connection, but for our own `close`, or it is no more.
   * @param unreadMs for how long nothing has shown that what was sent was read
   */
  closed(code: number, reason: string, unreadMs?: number): void
}

export interface Socket {
  send(text: string): void
  close(): void
}

/** Opens a socket of the service: what sessions are given, so that tests can stand in for the network. */
export type Dial = (events: SocketEvents) => Socket

/** The sockets of one fleet. */
export interface WsClient {
  /**
   * @param path with its query, without the token
   * @param maxPayload bytes of the largest message worth having
   * @param onGone told once, when a connection is no more: also behind one that we have closed
   */
  dial(path: string, maxPayload: number, onGone?: () => void): Dial
  /** The machine has slept: whoever does not answer soon is dead. */
  probe(): void
}

/** Tells as `closing` that either end has begun to close it: what `ws` tells comes when the connection is no more. */
class ClosingSocket extends WebSocket {
  // By this `ws` answers where the service closes, too.
  override close(code?: number, reason?: string | Buffer): void {
    super.close(code, reason)
    this.emit('closing', code ?? 1005, reason?.toString() ?? '')
  }
}

/**
 * Dials paths of the service's WebSocket host with the key in the query (spec 5, rule 4), and ends a connection that
 * no longer answers pings: a silent stream is normal, a dead one is not.
 */
export function createWsClient(clock: Clock, wsBaseUrl: string, apiKey: string): WsClient {
  const host = new URL(wsBaseUrl).host
  const probes = new Set<() => void>()

  const open = (path: string, maxPayload: number, onGone: () => void, events: SocketEvents): Socket => {
    const query = `${path.includes('?') ? '&' : '?'}token=${encodeURIComponent(apiKey)}`
    const socket = new ClosingSocket(`${wsBaseUrl}${path}${query}`, {
      perMessageDeflate: false,
      maxPayload,
      handshakeTimeout: handshakeMs,
      followRedirects: false,
      headers: { 'user-agent': userAgent },
    })
    let opened = false
    let ended = false
    let gone = false
    let cancelTimer: CancelTimer = () => undefined
    let cancelAsk: CancelTimer | null = null
    let cancelLeave: CancelTimer | null = null
    // When the last ping was sent that is answered: all that was sent before has been read.
    let readAt = clock.monotonic()

    const end = (tell: () => void) => {
      if (ended) return
      ended = true
      cancelTimer()
      cancelAsk?.()
      probes.delete(probe)
      tell()
    }
    const leave = () => {
      if (gone) return
      gone = true
      cancelLeave?.()
      onGone()
    }
    const endClosed = (code: number, reason: string) =>
      end(() => events.closed(code, reason, clock.monotonic() - readAt))
    const ping = () => socket.ping(String(clock.monotonic()))
    const awaitPong = (withinMs: number) => {
      cancelTimer()
      ping()
      cancelTimer = clock.after(withinMs, () => socket.terminate())
    }
    const askRead = () => {
      cancelAsk = null
      if (socket.readyState === WebSocket.OPEN) ping()
    }
    // What was received before the machine slept may come up after it, so that only the pong ends the probing.
    let probing = false
    const probe = () => {
      probing = true
      awaitPong(pongAfterWakeWithinMs)
    }
    // Any message is a sign of life: on a slow link a pong waits behind the frames.
    const beat = () => {
      if (ended) return
      cancelTimer()
      if (probing) {
        cancelTimer = clock.after(pongAfterWakeWithinMs, () => socket.terminate())
        return
      }
      cancelTimer = clock.after(pingEveryMs, () => awaitPong(pongWithinMs))
    }

    socket.on('open', () => {
      opened = true
      if (ended) return
      probes.add(probe)
      beat()
      events.open()
    })
    socket.on('pong', (sentAt) => {
      probing = false
      readAt = Math.max(readAt, Number(sentAt.toString()) || 0)
      beat()
    })
    socket.on('message', (data, isBinary) => {
      beat()
      if (!ended) events.message(data as Buffer, !isBinary)
    })
    socket.on('unexpected-response', (request, response) => {
      response.resume()
      request.destroy()
      end(() => events.refused(response.statusCode ?? 0))
      leave()
    })
    socket.on('error', (error) => {
      // After the opening, 'close' follows and tells.
      if (!opened) end(() => events.failed(handshakeFault(error, host)))
    })
    socket.on('closing', (code: number, reason: string) => {
      endClosed(code, reason)
      cancelLeave ??= clock.after(closedWithinMs, () => socket.terminate())
    })
    socket.on('close', (code, reason) => {
      endClosed(code, reason.toString())
      leave()
    })

    return {
      send(text) {
        if (socket.readyState !== WebSocket.OPEN) return
        socket.send(text)
        cancelAsk ??= clock.after(askReadMs, askRead)
      },
      close() {
        end(() => undefined)
        if (!opened) socket.terminate()
        else if (!gone) socket.close(1000)
      },
    }
  }

  return {
    dial:
      (path, maxPayload, onGone = () => undefined) =>
      (events) =>
        open(path, maxPayload, onGone, events),
    probe() {
      for (const probe of probes) probe()
    },
  }
}

/** `ws` gives its own handshake time-out no code. */
function handshakeFault(error: Error, host: string): Fault {
  if (error.message.includes('handshake has timed out')) return { kind: 'network', reason: 'timeout', host }
  return networkFault(error, host)
}
