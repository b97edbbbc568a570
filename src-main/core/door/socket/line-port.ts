import type { Socket } from 'node:net'
import type { Port } from '../../../../src-shared/bridge/port'

// A program that reads nothing would fill the memory.
const mostWaiting = 16 * 1024 * 1024
const lineFeed = 10

/**
 * Makes a port of a socket: one JSON value a line. A line that is longer or no JSON in UTF-8 ends the connection, and so does
 * an other end that leaves 16 MiB unread.
 * @param longest the longest line that is taken, in bytes
 */
export function linePort(socket: Socket, longest: number): Port<unknown> {
  const listeners = new Set<(message: unknown) => void>()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let begun: Buffer[] = []
  let bytes = 0

  const take = (line: Buffer) => {
    let message: unknown
    try {
      message = JSON.parse(decoder.decode(line))
    } catch {
      socket.destroy()
      return
    }
    for (const listener of [...listeners]) listener(message)
  }
  /** Keeps a part of a line. @returns false when it is too long */
  const keep = (part: Buffer) => {
    begun.push(part)
    bytes += part.byteLength
    if (bytes > longest) socket.destroy()
    return bytes <= longest
  }

  // 'close' follows.
  socket.on('error', () => undefined)
  socket.on('data', (chunk: Buffer) => {
    let from = 0
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, from)) {
      if (!keep(chunk.subarray(from, end))) return
      const line = Buffer.concat(begun)
      begun = []
      bytes = 0
      from = end + 1
      take(line)
      if (socket.destroyed) return
    }
    keep(chunk.subarray(from))
  })

  return {
    send(message, onSent) {
      if (socket.destroyed || !socket.writable) return
      if (socket.writableLength > mostWaiting) socket.destroy()
      else socket.write(`${JSON.stringify(message)}\n`, (error) => !error && onSent?.())
    },
    onMessage(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onClose(listener) {
      if (socket.closed) queueMicrotask(listener)
      else socket.once('close', listener)
      return () => socket.off('close', listener)
    },
    // What was sent before still goes out.
    close: () => socket.destroySoon(),
  }
}
