import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

/** A server that answers in raw bytes, for answers that no HTTP server gives. */
export interface RawPeer {
  url: string
  host: string
  /** Connections that were opened so far. */
  connections(): number
  close(): Promise<void>
}

/** @param onRequest called with each request's text and its number on its connection, from 1 */
export async function startRawPeer(
  onRequest: (socket: Socket, text: string, nth: number) => void,
): Promise<RawPeer> {
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    let requests = 0
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (bytes) => onRequest(socket, bytes.toString('latin1'), (requests += 1)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: `http://${host}`,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
