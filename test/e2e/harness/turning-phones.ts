import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createCanvas } from '@napi-rs/canvas'
import { WebSocketServer, type WebSocket } from 'ws'

/** Streams of phones that can rotate, unlike the simulator's. */
export interface TurningPhones {
  wsBaseUrl: string
  /** Sets the size of all screens, in pixels. */
  turn(width: number, height: number): void
  /** Ends all streams, and takes no new one until the phones come back. */
  leave(): void
  /** Takes streams again; each begins with the last frame. */
  comeBack(): void
  close(): Promise<void>
}

function frameOf(width: number, height: number): Buffer {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#357'
  context.fillRect(0, 0, width, height)
  context.fillStyle = '#fff'
  context.fillRect(width / 4, height / 4, width / 2, height / 2)
  return canvas.encodeSync('jpeg')
}

/** Serves every phone's stream, initially 750 × 1334 pixels, and refuses control channels. */
export async function startTurningPhones(): Promise<TurningPhones> {
  let frame = frameOf(750, 1334)
  let isAway = false
  const server = new WebSocketServer({
    host: '127.0.0.1',
    port: 0,
    perMessageDeflate: false,
    verifyClient: ({ req }: { req: IncomingMessage }, answer) =>
      answer(!isAway && req.url?.includes('/stream') === true, isAway ? 503 : 401),
  })
  await once(server, 'listening')
  const sockets = new Set<WebSocket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.send(frame)
  })
  return {
    wsBaseUrl: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    turn(width, height) {
      frame = frameOf(width, height)
      for (const socket of sockets) socket.send(frame)
    },
    leave() {
      isAway = true
      for (const socket of sockets) socket.close(1012)
    },
    comeBack() {
      isAway = false
    },
    async close() {
      for (const socket of sockets) socket.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
