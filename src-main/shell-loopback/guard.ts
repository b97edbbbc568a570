import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const cookieName = 'fleetwall'

/** Admits only the user who started the program to the loopback host. */
export interface Guard {
  /** The launch token in the printed URL. */
  readonly token: string
  /** Returns the `Set-Cookie` header that holds the token. */
  cookie(): string
  /** Whether the request's URL has the launch token. */
  hasToken(request: IncomingMessage): boolean
  /** Whether the request comes from our page: it has the exact `Host`, our `Origin` or none, and the cookie. */
  admits(request: IncomingMessage): boolean
  /** Whether the request has our exact `Host` and no other origin: names that point at this machine are refused. */
  isForUs(request: IncomingMessage): boolean
}

/**
 * Returns what a request asks for, or null where that is no path on this host: `http://[`, `*`.
 * Never throws: a request line is whatever a stranger wrote.
 */
export function requestedAddress({ url = '/' }: IncomingMessage): URL | null {
  return url.startsWith('/') ? new URL(`http://host${url}`) : null
}

/**
 * @param host returns `127.0.0.1:PORT`, as the browser names it
 * @param token in development that of the last run, whose pages are still open; otherwise random
 */
export function createGuard(
  host: () => string,
  token: string = randomBytes(32).toString('base64url'),
): Guard {
  const equals = (given: string) => {
    const [a, b] = [Buffer.from(given), Buffer.from(token)]
    return a.byteLength === b.byteLength && timingSafeEqual(a, b)
  }
  const isForUs = ({ headers }: IncomingMessage) =>
    headers.host === host() && (headers.origin === undefined || headers.origin === `http://${host()}`)

  // Browsers share cookies between the ports of a host, so another run's cookie may be sent too.
  const name = () => `${cookieName}-${host().split(':').at(-1) ?? ''}`

  return {
    token,
    cookie: () => `${name()}=${token}; HttpOnly; SameSite=Strict; Path=/`,
    hasToken: (request) => equals(requestedAddress(request)?.searchParams.get('token') ?? ''),
    isForUs,
    admits: (request) =>
      isForUs(request) &&
      (request.headers.cookie ?? '').split(/;\s*/).some((pair) => {
        const at = pair.indexOf('=')
        return pair.slice(0, at) === name() && equals(pair.slice(at + 1))
      }),
  }
}
