import { createServer, type Server } from 'node:http'

// How much of an upload waits in memory.
const maxBufferedBytes = 512 * 1024

/** Serves the page and receives its uploads. Requests have no time limit, because the service may read slowly. */
export function createPageServer(): Server {
  return createServer({ requestTimeout: 0, highWaterMark: maxBufferedBytes })
}
