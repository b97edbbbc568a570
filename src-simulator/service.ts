import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Admin } from './admin/admin'
import type { Config } from './config'
import { discardRest, holdBack } from './http/body'
import { malformed, Problem } from './http/problem'
import type { Reply } from './http/reply'
import { lastReply, problemReply, send } from './http/reply'
import { wantsWebSocket, withoutOffer } from './http/upgrade-offer'
import { createReplayFactory } from './replay/replay-factory'
import { Api } from './rest/api'
import type { HandsetFactory } from './screens/handset'
import { SocketDoor } from './sockets/upgrade'
import { World } from './world/world'

/** What a client needs to know, as the start line prints it (simulator.md). */
export interface Addresses {
  base_url: string
  ws_base_url: string
  admin_url: string
  api_key: string
}

/** A running service. */
export interface Simulator {
  addresses: Addresses
  /** Closes every socket and ends; the handset factory stays the caller's. */
  close(): Promise<void>
}

export interface ServiceOptions {
  config: Config
  factory: HandsetFactory
  /** 0 lets the system choose. */
  port: number
  /** Called with a defect of the service itself, which the client sees as `internal`. */
  onDefect: (error: unknown) => void
}

const ERROR_TYPES = 'https://api.fleetwall.example/errors'

/**
 * Starts the service on 127.0.0.1.
 * @throws ConfigError, or the system's error when the port cannot be had
 */
export async function startService({ config, factory, port, onDefect }: ServiceOptions): Promise<Simulator> {
  const phones = config.frames === 'replay' ? createReplayFactory(factory) : factory
  const world = new World(config, phones)
  const api = new Api(world)
  const admin = new Admin(world)
  const door = new SocketDoor(world, onDefect)

  async function answer(request: IncomingMessage): Promise<Reply> {
    try {
      if (!URL.canParse(request.url ?? '', 'http://127.0.0.1')) {
        throw new Problem('not_found', 'The address is not valid')
      }
      if (request.headers.host === undefined && request.httpVersion === '1.1') {
        throw new Problem('invalid_action', 'A Host header is required')
      }
      const url = new URL(request.url ?? '', 'http://127.0.0.1')
      const isAdmin = url.pathname.startsWith('/_sim/')
      return await (isAdmin ? admin.answer(request, url) : api.answer(request, url))
    } catch (error) {
      if (error instanceof Problem) return problemReply(error, ERROR_TYPES)
      // A client that disconnected is no defect, and reads no answer.
      if (!request.destroyed) onDefect(error)
      return problemReply(new Problem('internal', 'Unexpected server error'), ERROR_TYPES)
    }
  }

  const handle = (request: IncomingMessage, response: ServerResponse) => {
    response.on('error', () => undefined)
    // Clients learn the service's time from this header, and admin can move that time.
    response.setHeader('Date', new Date(world.clock.now()).toUTCString())
    answer(request)
      .then((reply) => {
        send(response, reply)
        discardRest(request)
      })
      .catch(onDefect)
  }
  const refuse = (connection: Duplex, problem: Problem) => {
    lastReply(connection, problemReply(problem, ERROR_TYPES))
  }
  // Node's own refusals would be no problem documents.
  const server = createServer({ requireHostHeader: false }, handle)
  // Those that were taken from the server, by an upgrade for instance, it no longer knows.
  const connections = new Set<Socket>()
  server.on('connection', (connection) => {
    connections.add(connection)
    connection.on('error', () => connection.destroy())
    connection.once('close', () => connections.delete(connection))
  })
  server.on('checkExpectation', handle)
  server.on('clientError', (error, connection) => refuse(connection, malformed(error)))
  server.on('connect', (_, connection) => {
    refuse(connection, new Problem('method_not_allowed', 'CONNECT is not taken here'))
  })
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    holdBack(request, () => response.writeContinue())
    handle(request, response)
  })
  // Uploads may take longer than Node's usual five minutes.
  server.requestTimeout = 0
  server.on('upgrade', (request, connection, head) => {
    if (wantsWebSocket(request)) door.handle(request, connection, head)
    else server.emit('connection', withoutOffer(request, connection, head))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })

  const { port: chosen } = server.address() as AddressInfo
  const host = `127.0.0.1:${chosen}`
  return {
    addresses: {
      base_url: `http://${host}/v1`,
      ws_base_url: `ws://${host}`,
      admin_url: `http://${host}/_sim`,
      api_key: world.keys.first.text,
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      await world.close()
      for (const connection of connections) connection.destroy()
      await closed
    },
  }
}
