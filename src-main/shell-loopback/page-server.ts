import { createServer, type Server } from 'node:http'

// How much of an upload waits in memory.
const maxBufferedBytes = 512 * 1024
const headersWithinMs = 10_000
/** A wall with windows of phones needs about ten for each page. */
const mostConnections = 256

/**
 * Serves the page and receives its uploads. A request has no time limit after its headers, because the service may read
 * slowly.
 */
export function createPageServer(): Server {
  const server = createServer({
    requestTimeout: 0,
    headersTimeout: headersWithinMs,
    connectionsCheckingInterval: 1000,
    highWaterMark: maxBufferedBytes,
  })
  server.maxConnections = mostConnections
  return server
}
