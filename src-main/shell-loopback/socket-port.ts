import type WebSocket from 'ws'
import { loopbackCloseCodes } from '../../src-shared/bridge/loopback-paths'
import type { Port } from '../../src-shared/bridge/port'

interface Coding<Message> {
  encode(message: Message): string | ArrayBuffer
  /** Undefined for what is no message. */
  decode(data: Buffer, isBinary: boolean): Message | undefined
}

const json: Coding<unknown> = {
  encode: (message) => JSON.stringify(message),
  decode(data, isBinary) {
    if (isBinary) return undefined
    try {
      return JSON.parse(data.toString('utf8')) as unknown
    } catch {
      return undefined
    }
  },
}

const binary: Coding<ArrayBuffer> = {
  encode: (message) => message,
  decode: (data, isBinary) => (isBinary ? new Uint8Array(data).buffer : undefined),
}

function socketPort<Message>(socket: WebSocket, { encode, decode }: Coding<Message>): Port<Message> {
  // A message that is too large or breaks the protocol; 'close' follows and tells.
  socket.on('error', () => undefined)
  return {
    send(message) {
      if (socket.readyState === socket.OPEN) socket.send(encode(message))
    },
    onMessage(listener) {
      const listen = (data: Buffer, isBinary: boolean) => {
        const message = decode(data, isBinary)
        if (message !== undefined) listener(message)
      }
      socket.on('message', listen)
      return () => socket.off('message', listen)
    },
    onClose(listener) {
      socket.once('close', listener)
      return () => socket.off('close', listener)
    },
    // The wall closes a page's port when another page takes its place, or when the program ends.
    close: () => socket.close(loopbackCloseCodes.replaced),
  }
}

/** A bridge over a WebSocket: JSON text. */
export const jsonSocketPort = (socket: WebSocket): Port<unknown> => socketPort(socket, json)

/** A frame port over a WebSocket: binary messages. */
export const binarySocketPort = (socket: WebSocket): Port<ArrayBuffer> => socketPort(socket, binary)
