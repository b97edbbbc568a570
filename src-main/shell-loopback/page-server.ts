import { createServer, type Server } from 'node:http'

// Of a file that passes through.
const mostBufferedBytes = 512 * 1024

/** Serves the page, and takes the files that pass through from it: no request is cut, however long the service takes its file. */
export function createPageServer(): Server {
  return createServer({ requestTimeout: 0, highWaterMark: mostBufferedBytes })
}
