import type { Socket } from 'node:net'
import type { Port } from '../../../../src-shared/bridge/port'
import type { Clock } from '../../time/clock'

// A program that reads nothing would fill the memory.
const mostWaiting = 16 * 1024 * 1024
const lineFeed = 10

// What was sent before the end is with the other end by then, if it reads at all.
const sentWithinMs = 1000
// A long line is rare.
const keptBytes = 64 * 1024

/**
 * Makes a port of a socket: one JSON value a line. A line that is longer or no JSON in UTF-8 is heard as undefined, and ends
 * the connection. So does an other end that leaves 16 MiB unread.
 * @param longest the longest line that is taken, in bytes
 */
export function linePort(socket: Socket, longest: number, clock: Pick<Clock, 'after'>): Port<unknown> {
  const listeners = new Set<(message: unknown) => void>()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  /** Has the bytes of a line that has begun, and room for more. */
  let begun = Buffer.alloc(0)
  let bytes = 0
  let isEnded = false

  /** What was sent before still goes out, also to an other end that writes first and reads then. */
  const end = () => {
    if (isEnded) return
    isEnded = true
    socket.end()
    const cancel = clock.after(sentWithinMs, () => socket.destroy())
    socket.once('close', cancel)
  }
  const tell = (message: unknown) => {
    for (const listener of [...listeners]) listener(message)
  }
  const refuse = () => {
    tell(undefined)
    end()
  }
  const take = (line: Buffer) => {
    let message: unknown
    try {
      message = JSON.parse(decoder.decode(line))
    } catch {
      return refuse()
    }
    tell(message)
  }
  /** Keeps a part of a line. @returns false when it is too long */
  const keep = (part: Buffer) => {
    const needed = bytes + part.byteLength
    if (needed > longest) {
      refuse()
      return false
    }
    if (needed > begun.byteLength) {
      const larger = Buffer.allocUnsafe(Math.max(needed, 2 * begun.byteLength))
      begun.copy(larger, 0, 0, bytes)
      begun = larger
    }
    part.copy(begun, bytes)
    bytes = needed
    return true
  }

  // 'close' follows.
  socket.on('error', () => undefined)
  socket.on('data', (chunk: Buffer) => {
    let from = 0
    for (let at = chunk.indexOf(lineFeed); at >= 0 && !isEnded; at = chunk.indexOf(lineFeed, from)) {
      if (!keep(chunk.subarray(from, at))) return
      const line = begun.subarray(0, bytes)
      bytes = 0
      from = at + 1
      take(line)
      if (begun.byteLength > keptBytes) begun = Buffer.alloc(0)
    }
    if (!isEnded && !socket.destroyed) keep(chunk.subarray(from))
  })

  return {
    send(message, onSent) {
      if (isEnded || socket.destroyed || !socket.writable) return
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
    close: end,
  }
}
