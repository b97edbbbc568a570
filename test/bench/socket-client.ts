import { once } from 'node:events'
import WebSocket from 'ws'

async function opened(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url, {
    perMessageDeflate: false,
    headers: { 'user-agent': 'fleetwall-bench/1' },
  })
  await once(socket, 'open')
  return socket
}

/** A bare client: it receives frames and sends presses, and shows nothing. */
export interface SocketClient {
  /** Resolves with the next frame. */
  frame(): Promise<Buffer>
  mouse(at: { x: number; y: number }, buttons: 0 | 1): void
  close(): void
}

export async function openSocketClient(streamUrl: string, controlUrl: string): Promise<SocketClient> {
  const [stream, control] = await Promise.all([opened(streamUrl), opened(controlUrl)])
  return {
    async frame() {
      const [data] = (await once(stream, 'message')) as [Buffer]
      return data
    },
    mouse: (at, buttons) => control.send(JSON.stringify({ type: 'mouse', ...at, buttons })),
    close() {
      stream.close()
      control.close()
    },
  }
}
