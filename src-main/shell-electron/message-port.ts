import type { MessagePortMain } from 'electron'
import type { Port } from '../../src-shared/bridge/port'

/**
 * Makes a port from Electron's MessagePort.
 * @param isMessage accepts messages from the page; others are dropped
 */
export function messagePort<Message>(
  port: MessagePortMain,
  isMessage: (data: unknown) => data is Message,
): Port<Message> {
  let open = true
  const listeners = new Set<() => void>()
  const ended = () => {
    if (!open) return
    open = false
    for (const listener of listeners) listener()
  }
  port.on('close', ended)
  port.start()
  return {
    send(message, onSent) {
      if (!open) return
      // Copies it before it returns.
      port.postMessage(message)
      onSent?.()
    },
    onMessage(listener) {
      const listen = ({ data }: { data: unknown }) => {
        if (isMessage(data)) listener(data)
      }
      port.on('message', listen)
      return () => port.off('message', listen)
    },
    onClose(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      port.close()
      ended()
    },
  }
}

export const anything = (data: unknown): data is unknown => data !== undefined
export const isArrayBuffer = (data: unknown): data is ArrayBuffer => data instanceof ArrayBuffer
