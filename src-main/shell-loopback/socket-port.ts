import type WebSocket from 'ws'
import { loopbackCloseCodes } from '../../src-shared/bridge/loopback-paths'
import type { Port } from '../../src-shared/bridge/port'

const mostBufferedBytes = 32 * 1024 * 1024

interface Coding<Message> {
  encode(message: Message): string | ArrayBuffer
  /** Returns undefined for an invalid message. */
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
  // A message that is too large or breaks the protocol; 'close' follows and reports it.
  socket.on('error', () => undefined)
  return {
    send(message, onSent) {
      if (socket.readyState !== socket.OPEN) return
      // A frozen tab reads nothing. The page connects again when it wakes.
      if (socket.bufferedAmount > mostBufferedBytes) socket.terminate()
      else socket.send(encode(message), (error) => !error && onSent?.())
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
    // The app closes a port when another page replaces this one, or when the program ends.
    close: () => socket.close(loopbackCloseCodes.replaced),
  }
}

/** Makes a bridge port of JSON text from a WebSocket. */
export const jsonSocketPort = (socket: WebSocket): Port<unknown> => socketPort(socket, json)

/** Makes a port of binary messages from a WebSocket. */
export const binarySocketPort = (socket: WebSocket): Port<ArrayBuffer> => socketPort(socket, binary)
