import type { Port } from '../../src-shared/bridge/port'

/** A WebSocket that carries JSON text, as a bridge port. What is sent before it is open waits. */
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
      const hear = ({ data }: MessageEvent) => {
        if (typeof data === 'string') listener(JSON.parse(data))
      }
      socket.addEventListener('message', hear)
      return () => socket.removeEventListener('message', hear)
    },
    onClose(listener) {
      const hear = () => listener()
      socket.addEventListener('close', hear)
      return () => socket.removeEventListener('close', hear)
    },
    close: () => socket.close(),
  }
}
