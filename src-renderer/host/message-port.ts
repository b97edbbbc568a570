import type { Port } from '../../src-shared/bridge/port'

/** Wraps a MessagePort as a port. */
export function messagePort<Message = unknown>(port: MessagePort): Port<Message> {
  const closers = new Set<() => void>()
  let closed = false

  const end = () => {
    if (closed) return
    closed = true
    for (const closer of closers) closer()
  }

  port.addEventListener('close', end)
  port.start()

  return {
    send(message) {
      if (!closed) port.postMessage(message)
    },
    onMessage(listener) {
      const receive = ({ data }: MessageEvent<Message>) => listener(data)
      port.addEventListener('message', receive)
      return () => port.removeEventListener('message', receive)
    },
    onClose(listener) {
      closers.add(listener)
      return () => closers.delete(listener)
    },
    close() {
      port.close()
      end()
    },
  }
}
