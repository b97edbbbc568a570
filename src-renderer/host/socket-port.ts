import type { Port } from '../../src-shared/bridge/port'

/** Wraps a WebSocket that carries JSON text as a bridge port. Messages wait until it is open. */
export function socketPort(socket: WebSocket): Port<unknown> {
  const early: string[] = []

  socket.addEventListener('open', () => {
    for (const text of early.splice(0)) socket.send(text)
  })

  return {
    send(message) {
      const text = JSON.stringify(message)
      if (socket.readyState === WebSocket.OPEN) socket.send(text)
      else if (socket.readyState === WebSocket.CONNECTING) early.push(text)
    },
    onMessage(listener) {
      const receive = ({ data }: MessageEvent) => {
        if (typeof data === 'string') listener(JSON.parse(data))
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
