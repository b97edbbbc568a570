import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const cookieName = 'fleetwall'
const secret = () => randomBytes(32).toString('base64url')

/** Admits only the browser that first opened the printed address to the loopback host. */
export interface Guard {
  /** The launch token in the printed address. It works once. */
  readonly token: string
  /**
   * The path that everything is below, as `/…/`. A browser sends a cookie to every port of a host, but only below the
   * cookie's path, and no other server on this machine knows this one.
   */
  readonly base: string
  /** Returns the `Set-Cookie` header of the first visit. */
  cookie(): string
  /** Whether the head of a request has the cookie's value or a token that still works, at any place; that admits nothing yet. */
  knows(head: Buffer): boolean
  /** Whether the request has the launch token, which is used up then. */
  takesToken(request: IncomingMessage): boolean
  /**
   * Returns what our own page asks for, relative to `base`; null for a request of anybody else, without the exact `Host`,
   * our `Origin` or none, and the cookie. Never throws: a request line is whatever a stranger wrote.
   */
  admit(request: IncomingMessage): URL | null
}

/**
 * @param host returns `127.0.0.1:PORT`, as the browser names it
 * @param lasting in development, the token that pages keep over restarts, on fixed paths; otherwise null
 */
export function createGuard(host: () => string, lasting: string | null = null): Guard {
  const token = lasting ?? secret()
  const session = lasting ?? secret()
  const base = lasting === null ? `/${secret()}/` : '/'
  let isUsed = false
  const isSpent = () => isUsed && lasting === null

  const isForUs = ({ headers }: IncomingMessage) =>
    headers.host === host() && (headers.origin === undefined || headers.origin === `http://${host()}`)
  const hasCookie = ({ headers }: IncomingMessage) =>
    (headers.cookie ?? '').split(/;\s*/).some((pair) => {
      const at = pair.indexOf('=')
      return pair.slice(0, at) === cookieName && equals(pair.slice(at + 1), session)
    })

  return {
    token,
    base,
    cookie: () => `${cookieName}=${session}; HttpOnly; SameSite=Strict; Path=${base}`,
    knows(head) {
      const words = head.toString('latin1').match(/[\w-]+/g) ?? []
      const secrets = isSpent() ? [session] : [session, token]
      return words.some((word) => secrets.some((secret) => equals(word, secret)))
    },
    takesToken(request) {
      const { method, url = '' } = request
      const isToken = method === 'GET' && isForUs(request) && equals(url, `/?token=${token}`)
      if (!isToken || isSpent()) return false
      isUsed = true
      return true
    },
    admit(request) {
      if (!isForUs(request) || !hasCookie(request)) return null
      const { url = '' } = request
      return url.startsWith(base) ? new URL(`http://host/${url.slice(base.length)}`) : null
    },
  }
}

function equals(given: string, expected: string): boolean {
  if (given.length !== expected.length) return false
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.byteLength === b.byteLength && timingSafeEqual(a, b)
}
