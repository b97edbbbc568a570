import type { IncomingHttpHeaders } from 'node:http'
import WebSocket from 'ws'
import type { Fault } from '../../../src-shared/protocol/fault'
import type { CancelTimer, Clock } from '../time/clock'
import { networkFault, proxyRefusal } from './network-fault'
import { directRoute, watchWay, type Route, type Way } from './route'
import { shownText } from './shown-text'
import { userAgent } from './user-agent'
import { WsTap } from './ws-tap'

const handshakeMs = 10_000
const pingEveryMs = 20_000
const pongWithinMs = 15_000
const pongAfterWakeWithinMs = 4000
const closedWithinMs = 2000
// One ping covers what is sent within this time.
const askReadMs = 200

/** The events of a socket. Exactly one of `refused`, `failed` and `closed` ends it. */
export interface SocketEvents {
  open(): void
  /**
   * @param data may be a view of a larger buffer
   * @param text for a text message
   * @returns the bytes, of this message or an earlier one, that may be overwritten now: what is not returned stays as it is
   */
  message(data: Buffer, text: boolean): Buffer | undefined
  /** The handshake got an HTTP status other than 101. */
  refused(status: number): void
  /** The handshake got no answer. */
  failed(fault: Fault): void
  /**
   * The service closed the connection, or it broke; never after our own `close`. The reason has no credentials.
   * @param unreadMs ms since the last sign that the service read our messages
   */
  closed(code: number, reason: string, unreadMs?: number): void
}

export interface Socket {
  send(text: string): void
  close(): void
}

/** Opens a socket of the service. Sessions take it as a parameter, so tests can replace the network. */
export type Dial = (events: SocketEvents) => Socket

/** The sockets of one fleet. */
export interface WsClient {
  /**
   * @param path with its query, without the token
   * @param maxPayload the largest message, in bytes
   * @param onGone called once when the connection has ended, also after our own `close`
   */
  dial(path: string, maxPayload: number, onGone?: () => void): Dial
  /** Pings all sockets after sleep, and ends those that do not answer within 4 s. */
  probe(): void
}

/**
 * Works around `ws`: its `close` comes only when the connection has ended, up to 30 s after the closing message. Emits
 * `closing` at once. Not needed once "a closed connection that never ends" in ws-client.test passes without it.
 */
class ClosingSocket extends WebSocket {
  // `ws` also calls this when the service closes.
  override close(code?: number, reason?: string | Buffer): void {
    super.close(code, reason)
    this.emit('closing', code ?? 1005, reason?.toString() ?? '')
  }
}

/**
 * Dials paths of the service's WebSocket host with the key in the query (spec 5, rule 4), and ends connections that
 * stop answering pings: a silent stream is normal, a dead one is not.
 */
export function createWsClient(
  clock: Clock,
  wsBaseUrl: string,
  apiKey: string,
  route: Route = directRoute,
): WsClient {
  const base = new URL(wsBaseUrl)
  const { host } = base
  const probes = new Set<() => void>()

  const open = (path: string, maxPayload: number, onGone: () => void, events: SocketEvents): Socket => {
    const query = `${path.includes('?') ? '&' : '?'}token=${encodeURIComponent(apiKey)}`
    let way: Way | undefined
    const agent = route.agentFor(base, 0)
    const tap = new WsTap({ maxPayload, take: (frame) => receive(frame, false) })
    const socket = new ClosingSocket(`${wsBaseUrl}${path}${query}`, {
      perMessageDeflate: false,
      maxPayload,
      handshakeTimeout: handshakeMs,
      followRedirects: false,
      // Whatever NODE_TLS_REJECT_UNAUTHORIZED says: the address carries the key.
      rejectUnauthorized: true,
      ...(agent ? { agent } : {}),
      ...(base.protocol === 'wss:' ? route.trust() : {}),
      ...tap.connectOptions,
      finishRequest(request) {
        way = watchWay(request)
        tap.watch(request)
        request.end()
      },
      headers: { 'user-agent': userAgent },
    })
    let opened = false
    let ended = false
    let gone = false
    let cancelTimer: CancelTimer = () => undefined
    let cancelAsk: CancelTimer | null = null
    let cancelLeave: CancelTimer | null = null
    // When the last answered ping was sent: the service has read everything before it.
    let readAt = clock.monotonic()

    const end = (report: () => void) => {
      if (ended) return
      ended = true
      cancelTimer()
      cancelAsk?.()
      probes.delete(probe)
      report()
    }
    const leave = () => {
      if (gone) return
      gone = true
      cancelLeave?.()
      onGone()
    }
    const endClosed = (code: number, reason: string) =>
      end(() => events.closed(code, shownText(reason, [apiKey]), clock.monotonic() - readAt))
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
    // Messages from before the sleep may still come up, so only the pong ends the probe.
    let probing = false
    const probe = () => {
      probing = true
      awaitPong(pongAfterWakeWithinMs)
    }
    // Any message is a sign of life: on a slow link a pong waits for the frames before it.
    const beat = () => {
      if (ended) return
      cancelTimer()
      if (probing) {
        cancelTimer = clock.after(pongAfterWakeWithinMs, () => socket.terminate())
        return
      }
      cancelTimer = clock.after(pingEveryMs, () => awaitPong(pongWithinMs))
    }

    const receive = (data: Buffer, text: boolean) => {
      beat()
      return ended ? data : events.message(data, text)
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
    socket.on('message', (data, isBinary) => receive(data as Buffer, !isBinary))
    socket.on('unexpected-response', (request, response) => {
      response.resume()
      request.destroy()
      const status = response.statusCode ?? 0
      const fault = refusalOnTheWay(status, response.headers, way)
      end(() => (fault ? events.failed(fault) : events.refused(status)))
      leave()
    })
    socket.on('error', (error) => {
      // Once open, 'close' follows and reports it.
      if (!opened) end(() => events.failed(handshakeFault(error, host, way)))
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

/** Recognizes the handshake timeout of `ws`, which has no code. */
function handshakeFault(error: Error, host: string, way: Way | undefined): Fault {
  const isLate = error.message.includes('handshake has timed out')
  return networkFault(isLate ? { code: 'ETIMEDOUT' } : error, host, way)
}

/** Returns the fault of a proxy that answers a handshake in the service's place; null when the service itself has answered. */
function refusalOnTheWay(status: number, headers: IncomingHttpHeaders, way: Way | undefined): Fault | null {
  const isTunnelRefused = way?.tunnelStatus !== null && way?.tunnelStatus !== 200
  if (way?.proxy && (isTunnelRefused || status === 407)) return proxyRefusal(status, way)
  const answers = headers.via ?? headers['proxy-agent'] ?? headers['x-squid-error']
  if (answers === undefined) return null
  return {
    kind: 'network',
    reason: 'proxy-sockets',
    host: way?.proxy ?? shownText(String(answers), []).slice(0, 100),
  }
}
