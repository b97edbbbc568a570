import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { phones as phoneConfigs } from './services'

/** The behaviour of a run's server; anything left out follows the specification. */
export interface Script {
  /** How many phones it lists. */
  phones?: number
  usage?: Record<string, unknown>
  /** Its `Date` header; null for none. By default the machine's time. */
  date?: () => string | null
  /** Answers that replace the service's own, by method and path: `GET /v1/usage`. */
  rest?: Record<string, (request: IncomingMessage, response: ServerResponse) => void>
  /** Handles an opened stream; by default it is silent. */
  stream?: (socket: WebSocket) => void
  /** Handles an opened control channel; by default it sends `ready` and answers `typed` to texts. */
  control?: (socket: WebSocket) => void
  /** Handles a handshake itself. @returns whether it did */
  upgrade?: (request: IncomingMessage, socket: Duplex) => boolean
}

/** A server in this process that misbehaves in ways the simulator cannot. */
export interface HostileServer {
  host: string
  /** Messages received on control channels, in order. */
  said: ControlSaid[]
  /** The open sockets. */
  sockets(): WebSocket[]
  close(): Promise<void>
}

/** A received control message and its size in bytes. */
export interface ControlSaid {
  type: string
  bytes: number
  message: Record<string, unknown>
}

export const ready = (width = 200, height = 400, perSecond = 120) =>
  JSON.stringify({
    type: 'ready',
    logical: { w: width / 2, h: height / 2 },
    snapshot: { w: width, h: height },
    max_messages_per_second: perSecond,
  })

/** Builds a frame: a JPEG header with a size, the padding asked for and the end marker. */
export function picture(width: number, height: number, tag = 0, filler = 64): Buffer {
  const header = Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  header.writeUInt16BE(height, 7)
  header.writeUInt16BE(width, 9)
  const rest = Buffer.alloc(filler, tag & 0xff)
  rest.writeUInt32BE(tag, 0)
  return Buffer.concat([header, rest, Buffer.from([0xff, 0xd9])])
}

/** Answers with a problem document (spec 7). */
export const problem =
  (
    status: number,
    code: string,
    more: { detail?: string; headers?: Record<string, string>; errors?: unknown } = {},
  ) =>
  (_: IncomingMessage, response: ServerResponse) => {
    const { detail = 'No.', headers = {}, errors } = more
    response.writeHead(status, { 'content-type': 'application/problem+json', ...headers })
    response.end(JSON.stringify({ type: `e/${code}`, title: code, status, code, detail, errors }))
  }

/** Refuses a handshake as the service does: without a reason (spec 4.10). */
export function refuseBare(socket: Duplex): true {
  socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
  return true
}

const budget = { used: 0, budget: 1000, remaining: 1000 }
export const fullUsage = {
  active_minutes: budget,
  actions: budget,
  snapshots: budget,
  uploads: budget,
  max_active_devices: 200,
  resets_at: '2040-01-01T00:00:00Z',
}
export const usedUp = { used: 1000, budget: 1000, remaining: 0 }

export async function startHostileServer(script: Script = {}): Promise<HostileServer> {
  const devices = phoneConfigs(script.phones ?? 1).map(({ public_id, name }, index) => ({
    public_id,
    name,
    custom_name: null,
    notes: null,
    labels: [],
    dashboard_id: index,
    dashboard_url: `https://dashboard.example/${index}`,
  }))
  const detail = { screen: { width: 100, height: 200 }, snapshot: { width: 200, height: 400 } }
  const said: ControlSaid[] = []
  const taken = new Set<Duplex>()
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })

  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const date = script.date?.()
    if (date === null) response.sendDate = false
    else if (date !== undefined) response.setHeader('date', date)
    const own = script.rest?.[`${request.method} ${path}`]
    if (own) {
      own(request, response)
      return
    }
    request.resume()
    const json = (body: unknown) => response.end(JSON.stringify(body))
    const device = devices.find(({ public_id: id }) => path === `/v1/devices/${id}`)
    if (path === '/v1/devices') json(devices)
    else if (path === '/v1/usage') json({ ...fullUsage, ...script.usage })
    else if (device) json({ ...device, ...detail })
    else if (path.endsWith('/actions')) json({ result: {} })
    else if (path.endsWith('/automations')) json([])
    else problem(404, 'device_not_found')(request, response)
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const [, channel] = /^\/v1\/devices\/[^/]+\/(stream|control)\?/.exec(request.url ?? '') ?? []
    if (channel !== 'stream' && channel !== 'control') {
      socket.destroy()
      return
    }
    socket.on('error', () => undefined)
    if (script.upgrade?.(request, socket)) {
      taken.add(socket)
      return
    }
    sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.on('error', () => undefined)
      if (channel === 'stream') {
        script.stream?.(opened)
        return
      }
      opened.on('message', (data: Buffer) => {
        const message = JSON.parse(data.toString()) as Record<string, unknown>
        said.push({ type: String(message['type']), bytes: data.byteLength, message })
        if (message['type'] === 'text') opened.send('{"type":"typed","skipped":[]}')
      })
      if (script.control) script.control(opened)
      else opened.send(ready())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    said,
    sockets: () => [...sockets.clients],
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets.clients) socket.terminate()
        for (const socket of taken) socket.destroy()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
