import { createServer, request, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'

export const portOf = (server: Server) => (server.address() as AddressInfo).port

/** The proxy alone knows this name. */
const addressOf = (name = '') => (name === 'phones.invalid' ? '127.0.0.1' : name)

/** A proxy that opens tunnels and passes plain requests on. */
export class Proxy {
  readonly heard: string[] = []
  authorization: string | null = null
  /** The status of its answer to a request for a tunnel; `cut` ends an open tunnel at its first bytes. */
  tunnels: number | 'cut' = 200
  readonly server = createServer((asked, response) => {
    this.heard.push(`${asked.method} ${asked.url}`)
    const given = asked.headers['proxy-authorization']
    if (this.#isStranger(given)) {
      // As tinyproxy does.
      if (given === undefined) response.writeHead(407).end()
      else response.writeHead(401, { 'www-authenticate': 'Basic realm="Proxy"' }).end('<html>')
      return
    }
    const { host, pathname } = new URL(asked.url ?? '')
    const [name, port] = host.split(':')
    asked.pipe(
      request(
        { host: addressOf(name), port, path: pathname, method: asked.method, headers: asked.headers },
        (answer) => {
          response.writeHead(answer.statusCode ?? 0, answer.headers)
          answer.pipe(response)
        },
      ),
    )
  })

  constructor() {
    this.server.on('connect', (asked, socket: Socket) => {
      this.heard.push(`CONNECT ${asked.url}`)
      socket.on('error', () => undefined)
      const isStranger = this.#isStranger(asked.headers['proxy-authorization'])
      if (isStranger || (this.tunnels !== 200 && this.tunnels !== 'cut')) {
        const given = asked.headers['proxy-authorization']
        const stranger = given === undefined ? 407 : 401
        socket.end(`HTTP/1.1 ${isStranger ? stranger : this.tunnels} No\r\ncontent-length: 0\r\n\r\n`)
        return
      }
      const [name = '', port] = (asked.url ?? '').split(':')
      const other = connect(Number(port), addressOf(name), () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
      other.on('error', () => socket.destroy())
      if (this.tunnels === 'cut') socket.once('data', () => socket.destroy())
      else other.pipe(socket).pipe(other)
    })
  }

  #isStranger(given: string | undefined) {
    return this.authorization !== null && given !== this.authorization
  }
}
