import type { Port } from '../../src-shared/bridge/port'

interface Coding<Message> {
  encode(message: Message): string | ArrayBuffer
  /** Returns undefined for an invalid message. */
  decode(data: unknown): Message | undefined
}

/** Wraps a WebSocket as a port. Messages wait until it is open. */
function socketPort<Message>(socket: WebSocket, { encode, decode }: Coding<Message>): Port<Message> {
  const early: (string | ArrayBuffer)[] = []

  socket.addEventListener('open', () => {
    for (const message of early.splice(0)) socket.send(message)
  })

  return {
    send(message) {
      if (socket.readyState === WebSocket.OPEN) socket.send(encode(message))
      else if (socket.readyState === WebSocket.CONNECTING) early.push(encode(message))
    },
    onMessage(listener) {
      const receive = ({ data }: MessageEvent) => {
        const message = decode(data)
        if (message !== undefined) listener(message)
      }
      socket.addEventListener('message', receive)
      return () => socket.removeEventListener('message', receive)
    },
    onClose(listener) {
      const receive = () => listener()
      socket.addEventListener('close', receive)
      return () => socket.removeEventListener('close', receive)
    },
    close: () => socket.close(),
  }
}

/** Wraps a WebSocket that carries JSON text. */
export const jsonSocketPort = (socket: WebSocket): Port<unknown> =>
  socketPort<unknown>(socket, {
    encode: (message) => JSON.stringify(message),
    decode: (data) => (typeof data === 'string' ? JSON.parse(data) : undefined),
  })

/** Wraps a WebSocket that carries bytes. */
export function binarySocketPort(socket: WebSocket): Port<ArrayBuffer> {
  socket.binaryType = 'arraybuffer'
  return socketPort<ArrayBuffer>(socket, {
    encode: (message) => message,
    decode: (data) => (data instanceof ArrayBuffer ? data : undefined),
  })
}
