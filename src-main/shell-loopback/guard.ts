import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const cookieName = 'fleetwall'

/** Keeps everyone but the person who started the program from the loopback host. */
export interface Guard {
  /** What the printed URL carries. */
  readonly token: string
  /** The header that turns the token of the printed URL into a cookie. */
  cookie(): string
  /** Whether a request's URL carries the launch token. */
  hasToken(request: IncomingMessage): boolean
  /** Whether a request is from our own page: its exact `Host`, its `Origin` where it tells one, and the cookie. */
  admits(request: IncomingMessage): boolean
  /** Whether a request names this host exactly, so that no other name can be bound to it. */
  isForUs(request: IncomingMessage): boolean
}

/** @param host `127.0.0.1:PORT`, as the browser will name it */
export function createGuard(host: () => string): Guard {
  const token = randomBytes(32).toString('base64url')

  const equals = (given: string) => {
    const [a, b] = [Buffer.from(given), Buffer.from(token)]
    return a.byteLength === b.byteLength && timingSafeEqual(a, b)
  }
  const isForUs = ({ headers }: IncomingMessage) =>
    headers.host === host() && (headers.origin === undefined || headers.origin === `http://${host()}`)

  // Browsers share cookies between the ports of a host, so that another run's cookie may come along.
  const name = () => `${cookieName}-${host().split(':').at(-1) ?? ''}`

  return {
    token,
    cookie: () => `${name()}=${token}; HttpOnly; SameSite=Strict; Path=/`,
    hasToken: ({ url }) => equals(new URL(url ?? '/', 'http://host').searchParams.get('token') ?? ''),
    isForUs,
    admits: (request) =>
      isForUs(request) &&
      (request.headers.cookie ?? '').split(/;\s*/).some((pair) => {
        const at = pair.indexOf('=')
        return pair.slice(0, at) === name() && equals(pair.slice(at + 1))
      }),
  }
}
