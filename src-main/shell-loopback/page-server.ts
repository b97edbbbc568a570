import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'

// How much of an upload waits in memory.
const maxBufferedBytes = 512 * 1024
const headersWithinMs = 10_000
/** Connections that have not shown cookie or token yet. */
const mostStrangers = 256

export interface PageServer {
  server: Server
  /** Its connection is the owner's and no longer counts. */
  admit(socket: Socket): void
}

/**
 * Serves the page and receives its uploads. A request has no time limit after its headers, because the service may read
 * slowly. The oldest stranger makes room for a new one, so that others on this computer can't keep the owner out.
 */
export function createPageServer(): PageServer {
  const server = createServer({
    requestTimeout: 0,
    headersTimeout: headersWithinMs,
    connectionsCheckingInterval: 1000,
    highWaterMark: maxBufferedBytes,
  })
  const strangers = new Set<Socket>()
  server.on('connection', (socket) => {
    strangers.add(socket)
    socket.once('close', () => strangers.delete(socket))
    if (strangers.size <= mostStrangers) return
    const [oldest] = strangers
    oldest?.destroy()
    if (oldest) strangers.delete(oldest)
  })
  return { server, admit: (socket) => void strangers.delete(socket) }
}
