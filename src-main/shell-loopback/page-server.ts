import { createServer, type Server } from 'node:http'
import { createServer as createDoor, type Server as Door, type Socket } from 'node:net'

// How much of an upload waits in memory.
const maxBufferedBytes = 512 * 1024
const headWithinMs = 10_000
// As Node's own limit.
const maxHeadBytes = 16 * 1024
/** Connections that have not shown cookie or token yet. */
const mostStrangers = 256

/** What a stranger reads. */
export const howToOpen =
  'Open Fleetwall with the address that it printed when it started. It works once: start Fleetwall again for another browser.'

export interface PageServer {
  /** Listens. */
  door: Door
  /** Answers the requests of the owner's connections; does not listen. */
  server: Server
}

/**
 * Serves the page and receives its uploads. A request has no time limit after its headers, because the service may read
 * slowly. A connection of a stranger ends with its first request, whose followers are not even parsed, and the oldest
 * stranger makes room for a new one: so others on this computer can't keep the owner out.
 * @param isOurs returns whether the head of a connection's first request shows the cookie or the token
 */
export function createPageServer(isOurs: (head: Buffer) => boolean): PageServer {
  // It does not listen, so Node's limits of time for heads and requests do not apply.
  const server = createServer()
  const strangers = new Set<Socket>()
  // As Node opens a server of HTTP.
  const options = { allowHalfOpen: true, noDelay: true, highWaterMark: maxBufferedBytes }
  const door = createDoor(options, (socket) => {
    strangers.add(socket)
    socket.once('close', () => strangers.delete(socket))
    readHead(socket, (head) => {
      if (!isOurs(head)) {
        hangUp(socket, '403 Forbidden', howToOpen)
        return
      }
      strangers.delete(socket)
      server.emit('connection', socket)
      socket.resume()
    })
    if (strangers.size <= mostStrangers) return
    const [oldest] = strangers
    oldest?.destroy()
    if (oldest) strangers.delete(oldest)
  })
  return { door, server }
}

/** Reads the head of the first request, or as much as one may have; leaves the socket paused, with all that was read. */
function readHead(socket: Socket, done: (head: Buffer) => void): void {
  let read = Buffer.alloc(0)
  socket.once('close', () => clearTimeout(late))
  socket.on('error', () => socket.destroy())
  const look = (chunk: Buffer) => {
    read = Buffer.concat([read, chunk])
    const end = read.indexOf('\r\n\r\n')
    if (end === -1 && read.byteLength <= maxHeadBytes) return
    clearTimeout(late)
    socket.off('data', look).pause()
    socket.unshift(read)
    done(read.subarray(0, end === -1 ? maxHeadBytes : end))
  }
  const late = setTimeout(
    () => hangUp(socket.off('data', look).resume(), '408 Request Timeout', ''),
    headWithinMs,
  )
  socket.on('data', look)
}

/** Answers and ends; a stranger may leave the connection open for good, and each counts. */
function hangUp(socket: Socket, status: string, text: string): void {
  const head = `HTTP/1.1 ${status}\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\n\r\n`
  socket.end(head + text, () => socket.destroy())
}
