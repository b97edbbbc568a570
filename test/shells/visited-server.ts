import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server somewhere else on this machine, which notices every connection that reaches it. */
export interface VisitedServer {
  /** Its host and port. */
  host: string
  /** How many connections have reached it. */
  visits(): number
  close(): Promise<void>
}

/** @param html what it answers to everything */
export async function startVisitedServer(html: string): Promise<VisitedServer> {
  let visits = 0
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.setHeader('access-control-allow-origin', '*')
    response.end(html)
  })
  server.on('connection', () => (visits += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    visits: () => visits,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
