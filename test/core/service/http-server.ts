import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { Duplex } from 'node:stream'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'

/** A server on a port of the system's choosing, for one test. */
export interface TestServer {
  /** `http://127.0.0.1:PORT` */
  url: string
  host: string
  /** Takes the requests to become a WebSocket. */
  onUpgrade(listener: (request: IncomingMessage, socket: Duplex, head: Buffer) => void): void
  /** Connections that were opened so far. */
  connections(): number
  close(): Promise<void>
}

export async function startServer(listener: RequestListener): Promise<TestServer> {
  const server = createServer(listener)
  let connections = 0
  server.on('connection', () => (connections += 1))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: `http://${host}`,
    onUpgrade: (listener) => void server.on('upgrade', listener),
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
