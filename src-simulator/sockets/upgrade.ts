import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import vocabulary from '../../resources/vocabulary.json'
import type { WebSocket } from 'ws'
import { WebSocketServer } from 'ws'
import { addressOf, assertUsable } from '../auth/authorize'
import { isRefusedUserAgent } from '../auth/user-agent'
import { lastReply } from '../http/reply'
import { findRoute } from '../http/routes'
import type { ApiKey } from '../world/keys'
import type { Phone } from '../world/phone'
import type { World } from '../world/world'
import { ControlSession } from './control'
import type { Channel } from './live-socket'
import { LiveSocket } from './live-socket'
import { streamScreen } from './stream'

const ROUTES = [{ method: 'GET', path: '/v1/devices/:public_id/:channel' }]

interface Admission {
  key: ApiKey
  phone: Phone
  channel: Channel
  fps: number
  /** Ends the phone's being in use by this socket. */
  leave: () => void
}

/** The frame rate that a stream asks for, held to what the service gives. */
function fpsOf(asked: string | null, most: number): number {
  const value = asked === null || asked.trim() === '' ? NaN : Number(asked)
  return Number.isFinite(value) ? Math.min(most, Math.max(vocabulary.fps.min, value)) : most
}

/** Accepts or refuses stream and control sockets; a refusal is HTTP 403 with nothing in it (spec 4.10, 4.11). */
export class SocketDoor {
  private readonly server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    // Far above the control limit of 8 KiB, so that an over-long message is closed with its own code, not by ws.
    maxPayload: 16 * 1024 * 1024,
  })

  constructor(
    private readonly world: World,
    private readonly onDefect: (error: unknown) => void,
  ) {}

  handle(request: IncomingMessage, connection: Duplex, head: Buffer): void {
    const admission = this.admit(request)
    if (!admission) {
      lastReply(connection, { status: 403, headers: {}, body: Buffer.alloc(0) })
      return
    }
    let opened = false
    connection.once('close', () => {
      if (!opened) admission.leave()
    })
    this.server.handleUpgrade(request, connection, head, (ws) => {
      opened = true
      this.open(ws, admission)
    })
  }

  private admit(request: IncomingMessage): Admission | undefined {
    const { world } = this
    if (isRefusedUserAgent(request.headers['user-agent'])) return undefined
    if (!URL.canParse(request.url ?? '', 'http://127.0.0.1')) return undefined
    const url = new URL(request.url ?? '', 'http://127.0.0.1')
    try {
      const { public_id: publicId = '', channel } = findRoute(ROUTES, 'GET', url.pathname).parameters
      const phone = world.phones.get(publicId)
      const key = world.keys.find(url.searchParams.get('token') ?? '')
      if (!phone || !key || (channel !== 'stream' && channel !== 'control')) return undefined
      assertUsable(key, addressOf(request))
      if (!key.scopes.has(channel)) return undefined
      world.rates.take('connects_per_device', publicId)
      if (channel === 'control' && world.usage.exhausted('actions')) return undefined
      const leave = world.usage.enter(publicId)
      const fps = fpsOf(url.searchParams.get('fps'), world.config.stream.max_fps)
      return { key, phone, channel, fps, leave }
    } catch {
      return undefined
    }
  }

  private open(ws: WebSocket, { key, phone, channel, fps, leave }: Admission): void {
    const { world } = this
    const socket = new LiveSocket(ws, phone, channel, key, world.clock.iso())
    socket.onEnd(leave)
    if (!phone.condition.reachable) {
      socket.close(1011, 'device unreachable')
      return
    }
    world.jobs.interrupt(phone.publicId)
    if (channel === 'control') {
      for (const earlier of world.sockets.of(phone.publicId, 'control')) earlier.close(4409, 'replaced')
    }
    world.sockets.add(socket)
    try {
      if (channel === 'control') new ControlSession(socket, world)
      else streamScreen(socket, { fps, resendAfterMs: world.config.stream.resend_after_ms })
    } catch (error) {
      this.onDefect(error)
      socket.close(1011, 'the device failed')
    }
  }
}
