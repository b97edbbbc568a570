import { X509Certificate } from 'node:crypto'
import type { Agent as NodeAgent, ClientRequest } from 'node:http'
import { connect as connectPlain, type Socket } from 'node:net'
import {
  connect as connectSecurely,
  createSecureContext,
  rootCertificates,
  type SecureContext,
} from 'node:tls'
import * as tls from 'node:tls'
import { Agent, type AgentConnectOpts } from 'agent-base'
import { HttpProxyAgent } from 'http-proxy-agent'
import { HttpsProxyAgent } from 'https-proxy-agent'
import { getProxyForUrl } from 'proxy-from-env'
import { codeOf, readOwnFile } from '../base/own-file'

const connectWithinMs = 10_000
const longestHost = 100
const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** A proxy's address, such as `http://user:password@proxy.example:3128`; empty for none. */
export type ProxyAddress = string

export interface RouteOptions {
  /** What the user set: an address, `''` for no proxy at all; null to ask the others. */
  byHand: () => ProxyAddress | null
  /** Resolves when `byHand` has its password; until then connections wait. */
  byHandKnown?: Promise<void>
  /** What the computer's administrator set; null for nothing. */
  byPolicy: ProxyAddress | null
  /** Asks the operating system, its PAC file included; answers as PAC files do (`PROXY host:port; DIRECT`). Null where nothing can. */
  ofSystem: ((url: string) => Promise<string>) | null
  /** The user's file with more certificate authorities, as PEM; it may be missing. Absolute. */
  ownAuthorities: string
  /** Such a file that the environment names; empty for none. */
  givenAuthorities: string
  /** A file of authorities that cannot be used. */
  onUnusable: (path: string) => void
}

/**
 * How connections reach the service: through which proxy, and trusting which authorities. Requests, uploads and sockets
 * take the same route. The user's own choice counts first, then `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, the policy, and
 * the system. Addresses of this computer go through a proxy only where the first two say so.
 */
export interface Route {
  /** Returns the agent of requests to this address; null to connect directly. @param keepMs how long idle connections stay, in ms; 0: not at all */
  agentFor(url: URL, keepMs: number): NodeAgent | null
  /** What secure connections trust; empty options for Node's own list. */
  trust(): { secureContext?: SecureContext }
}

/** The route of the simulated fleet, which is in this computer. */
export const directRoute: Route = { agentFor: () => null, trust: () => ({}) }

export function createRoute(options: RouteOptions): Route {
  const { byHand, byHandKnown, byPolicy, ofSystem } = options
  let context: SecureContext | null = null

  const chosen = (url: URL): ProxyAddress | null => {
    const given = byHand()
    if (given !== null) return given
    const plain = new URL(url)
    plain.protocol = isSecure(url) ? 'https:' : 'http:'
    const fromEnvironment = getProxyForUrl(plain.href)
    if (fromEnvironment !== '') return fromEnvironment
    if (loopback.test(url.hostname)) return ''
    return hasEnvironment() ? '' : byPolicy
  }

  return {
    agentFor(url, keepMs) {
      const proxy = chosen(url)
      if (proxy === '' || (proxy === null && ofSystem === null)) return null
      const find = async () => {
        await byHandKnown
        return chosen(url) ?? proxyOf((await ofSystem?.(url.origin)) ?? 'DIRECT')
      }
      return new RouteAgent(find, keepMs)
    },
    trust() {
      context ??= createSecureContext({ ca: authorities(options) })
      return { secureContext: context }
    },
  }
}

const isSecure = ({ protocol }: URL) => protocol === 'https:' || protocol === 'wss:'

const hasEnvironment = () =>
  ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'].some(
    (name) => process.env[name] !== undefined || process.env[name.toLowerCase()] !== undefined,
  )

/** Names who chooses the proxy for a service on the internet, and that proxy's host where it is known; for the log. */
export function routeSource({
  byHand,
  byPolicy,
  ofSystem,
}: Pick<RouteOptions, 'byHand' | 'byPolicy' | 'ofSystem'>) {
  const given = byHand()
  if (given !== null) return { from: 'hand', proxy: hostOf(given) }
  if (hasEnvironment())
    return { from: 'environment', proxy: hostOf(getProxyForUrl('https://service.invalid')) }
  if (byPolicy !== null) return { from: 'policy', proxy: hostOf(byPolicy) }
  return { from: ofSystem ? 'system' : 'none', proxy: '' }
}

/** Returns host and port as they were typed, without name and password. */
const hostOf = (address: ProxyAddress) =>
  address
    .replace(/^[^:/@]*:\/\//, '')
    .replace(/^.*@/, '')
    .replace(/\/.*$/, '')
    .slice(0, longestHost)

/** Reads the first choice of a PAC answer. Empty: directly. */
export function proxyOf(answer: string): ProxyAddress {
  const [kind = '', host = ''] = (answer.split(';')[0] ?? '').trim().split(/\s+/)
  const protocols: Readonly<Record<string, string>> = {
    PROXY: 'http',
    HTTP: 'http',
    HTTPS: 'https',
    SOCKS: 'socks4',
    SOCKS4: 'socks4',
    SOCKS5: 'socks5',
  }
  const protocol = protocols[kind.toUpperCase()]
  return protocol === undefined || host === '' ? '' : `${protocol}://${host}`
}

/** Node's own authorities, the system's, and those of files. */
function authorities({ ownAuthorities, givenAuthorities, onUnusable }: RouteOptions): string[] {
  const { getCACertificates } = tls as { getCACertificates?: (type: 'system') => string[] }
  const files = [ownAuthorities, givenAuthorities].filter(Boolean).flatMap((path) => {
    try {
      const pem = readOwnFile(path)
      new X509Certificate(pem)
      return [pem]
    } catch (error) {
      if (path !== ownAuthorities || codeOf(error) !== 'ENOENT') onUnusable(path)
      return []
    }
  })
  return [...rootCertificates, ...(getCACertificates?.('system') ?? []), ...files]
}

/** Asks for the proxy when it connects, because the system's answer takes a moment. */
class RouteAgent extends Agent {
  readonly #find: () => Promise<ProxyAddress>
  readonly #options: { keepAlive: boolean; timeout?: number }
  #proxied: { address: ProxyAddress; agent: NodeAgent } | null = null

  constructor(find: () => Promise<ProxyAddress>, keepMs: number) {
    const options = keepMs > 0 ? { keepAlive: true, timeout: keepMs } : { keepAlive: false }
    super(options)
    this.#find = find
    this.#options = options
  }

  override async connect(request: ClientRequest, options: AgentConnectOpts): Promise<NodeAgent | Socket> {
    const address = await this.#find()
    if (address === '') return options.secureEndpoint ? connectSecurely(options) : connectPlain(options)
    const whole = address.includes('://') ? address : `http://${address}`
    if (!URL.canParse(whole)) {
      request.emit('route', hostOf(address), false)
      throw new Error('the address of the proxy is malformed')
    }
    const proxy = new URL(whole)
    request.emit('route', proxy.host, proxy.password !== '')
    if (proxy.protocol.startsWith('socks')) {
      const { SocksProxyAgent } = await import('socks-proxy-agent')
      return this.#through(address, () => new SocksProxyAgent(proxy, this.#options))
    }
    // A plain request is the proxy's to pass on; sockets and secure requests need a tunnel. Each has a connection of its
    // own: tinyproxy closes it after the answer without saying so, and the next request would meet its end.
    if (!options.secureEndpoint && request.getHeader('upgrade') === undefined)
      return this.#through(address, () => new HttpProxyAgent(proxy))
    return within(connectWithinMs, new HttpsProxyAgent(proxy).connect(request, options) as Promise<Socket>)
  }

  override destroy(): void {
    this.#proxied?.agent.destroy()
    super.destroy()
  }

  #through(address: ProxyAddress, open: () => NodeAgent): NodeAgent {
    if (this.#proxied?.address !== address) this.#proxied = { address, agent: open() }
    return this.#proxied.agent
  }
}

/** Node's own time-out begins only with the connection. */
async function within(ms: number, opening: Promise<Socket>): Promise<Socket> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(Object.assign(new Error('the proxy does not answer'), { code: 'ETIMEDOUT' })),
      ms,
    )
  })
  opening.then(
    (socket) => setImmediate(() => socket.listenerCount('error') === 0 && socket.destroy()),
    () => undefined,
  )
  try {
    return await Promise.race([opening, late])
  } finally {
    clearTimeout(timer)
  }
}

/** What a request met on its way. */
export interface Way {
  /** The proxy's host and port; null without one. */
  proxy: string | null
  /** Whether the proxy got a password. */
  hasPassword: boolean
  /** How the proxy answered the request for a tunnel; null for not at all, or no tunnel. */
  tunnelStatus: number | null
  /** Who issued the certificate of the host, as it says itself; empty when unknown. */
  issuer: string
}

/** Watches the way of a request; call it before the request has a connection. */
export function watchWay(request: ClientRequest): Way {
  const way: Way = { proxy: null, hasPassword: false, tunnelStatus: null, issuer: '' }
  request.on('route', (proxy: string, hasPassword: boolean) => Object.assign(way, { proxy, hasPassword }))
  request.on(
    'proxyConnect',
    ({ statusCode }: { statusCode?: number }) => (way.tunnelStatus = statusCode ?? null),
  )
  request.on('socket', (socket) => {
    if (!(socket instanceof tls.TLSSocket) || request.reusedSocket) return
    // Before Node's own listener, which ends a connection that it does not trust.
    socket.prependListener('secure', () => {
      const { issuer } = socket.getPeerCertificate()
      way.issuer = [issuer?.O ?? issuer?.CN ?? ''].flat()[0]?.slice(0, 100) ?? ''
    })
  })
  return way
}
