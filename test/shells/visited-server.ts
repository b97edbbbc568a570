import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Another server on this machine, which counts its connections. */
export interface VisitedServer {
  /** Its host and port. */
  host: string
  /** Returns how many connections reached it. */
  visits(): number
  /** Everything that browsers sent in the head of their requests. */
  heads: string[]
  close(): Promise<void>
}

/** @param html the answer to every request */
export async function startVisitedServer(html: string): Promise<VisitedServer> {
  let visits = 0
  const heads: string[] = []
  const server = createServer((request, response) => {
    heads.push(`${request.method} ${request.url}\n${request.rawHeaders.join('\n')}`)
    response.setHeader('content-type', 'text/html')
    response.setHeader('access-control-allow-origin', '*')
    response.end(html)
  })
  server.on('connection', () => (visits += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    visits: () => visits,
    heads,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
