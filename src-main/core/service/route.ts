import type { Agent as NodeAgent, ClientRequest } from 'node:http'
import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectSecurely, createSecureContext, type SecureContext } from 'node:tls'
import * as tls from 'node:tls'
import { Agent, type AgentConnectOpts } from 'agent-base'
import { HttpProxyAgent } from 'http-proxy-agent'
import { HttpsProxyAgent } from 'https-proxy-agent'
import { systemClock, type Clock } from '../time/clock'
import { readAuthorities, type AuthorityFiles } from './authorities'
import { hostOf, proxiesOf, readProxy, shownProxy, type ProxyAddress } from './proxy-address'
import { environmentProxy, hasProxyEnvironment } from './proxy-environment'

const connectWithinMs = 10_000
// Where a PAC file names others, which need time too.
const connectToOneOfManyMs = 3000
// As long as browsers do.
const knownForMs = 5 * 60_000
const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

export interface RouteOptions extends AuthorityFiles {
  /** What the user set: an address, `''` for no proxy at all; null to ask the others. */
  byHand: () => ProxyAddress | null
  /** Resolves when `byHand` has its password; until then connections wait. */
  byHandKnown?: Promise<void>
  /** What the computer's administrator set; null for nothing. */
  byPolicy: ProxyAddress | null
  /** Asks the operating system, its PAC file included; answers as PAC files do (`PROXY host:port; DIRECT`). Null where nothing can. */
  ofSystem: ((url: string) => Promise<string>) | null
  clock?: Clock
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
  const { byHand, byHandKnown, byPolicy, ofSystem, clock = systemClock } = options
  // Whether each proxy of a PAC file could be reached, and until when that counts, in monotonic ms.
  const known = new Map<ProxyAddress, { isReached: boolean; until: number }>()
  let context: SecureContext | null = null

  const chosen = (url: URL): ProxyAddress | null => {
    const given = byHand()
    if (given !== null) return given
    const fromEnvironment = environmentProxy(url)
    if (fromEnvironment !== '') return fromEnvironment
    if (loopback.test(url.hostname)) return ''
    return hasProxyEnvironment() ? '' : byPolicy
  }
  const trust = () => {
    context ??= createSecureContext({ ca: readAuthorities(options) })
    return { secureContext: context }
  }
  const reachable: Reachable = {
    knows(proxy) {
      const one = known.get(proxy)
      return one && one.until > clock.monotonic() ? one.isReached : null
    },
    note: (proxy, isReached) => void known.set(proxy, { isReached, until: clock.monotonic() + knownForMs }),
  }
  const isAvoided = (proxy: ProxyAddress) => reachable.knows(proxy) === false

  return {
    agentFor(url, keepMs) {
      const proxy = chosen(url)
      if (proxy === '' || (proxy === null && ofSystem === null)) return null
      const find = async () => {
        await byHandKnown
        const one = chosen(url)
        if (one !== null) return [one]
        const all = proxiesOf((await ofSystem?.(url.origin)) ?? 'DIRECT')
        return [...all.filter((each) => !isAvoided(each)), ...all.filter(isAvoided)]
      }
      return new RouteAgent(find, reachable, trust, keepMs)
    },
    trust,
  }
}

type Choice = Pick<RouteOptions, 'byHand' | 'byPolicy' | 'ofSystem'>

/** Returns who chooses the proxy for a service on the internet, and that proxy's address where it is known. */
function proxySource({ byHand, byPolicy, ofSystem }: Choice): { from: string; address: ProxyAddress } {
  const given = byHand()
  if (given !== null) return { from: 'hand', address: given }
  if (hasProxyEnvironment())
    return { from: 'environment', address: environmentProxy(new URL('https://service.invalid')) }
  if (byPolicy !== null) return { from: 'policy', address: byPolicy }
  return { from: ofSystem ? 'system' : 'none', address: '' }
}

/** Names who chooses the proxy for a service on the internet, and that proxy's host where it is known; for the log. */
export function routeSource(choice: Choice) {
  const { from, address } = proxySource(choice)
  return { from, proxy: hostOf(address) }
}

/** Returns the configured address of the proxy where it is invalid, without name and password; null when all is well. */
export function wrongProxy(choice: Choice): string | null {
  const { address } = proxySource(choice)
  return address === '' || readProxy(address) ? null : shownProxy(address)
}

/** What is known about proxies. */
interface Reachable {
  /** Whether it could be reached lately; null when that is not known. */
  knows(proxy: ProxyAddress): boolean | null
  note(proxy: ProxyAddress, isReached: boolean): void
}

/** The address of a proxy that is invalid. */
export class ProxyAddressError extends Error {}

/** Asks for the proxies when it connects, because the system's answer takes a moment. */
class RouteAgent extends Agent {
  readonly #find: () => Promise<ProxyAddress[]>
  readonly #reachable: Reachable
  readonly #trust: Route['trust']

  constructor(
    find: () => Promise<ProxyAddress[]>,
    reachable: Reachable,
    trust: Route['trust'],
    keepMs: number,
  ) {
    super(keepMs > 0 ? { keepAlive: true, timeout: keepMs } : { keepAlive: false })
    this.#find = find
    this.#reachable = reachable
    this.#trust = trust
  }

  override async connect(request: ClientRequest, options: AgentConnectOpts): Promise<NodeAgent | Socket> {
    const addresses = await this.#find()
    const last = addresses.pop() ?? ''
    for (const address of addresses) {
      if (address === '') break
      let isReached = false
      const note = () => (isReached = true)
      // A proxy that answers was reached, whatever it says.
      request.once('proxyConnect', note)
      try {
        // Only connecting is hurried: a live proxy may need a while for its answer.
        const proxy = readProxy(address)
        const isPlain = !options.secureEndpoint && request.getHeader('upgrade') === undefined
        request.emit('route', proxy?.host ?? '', proxy?.password !== '', options.secureEndpoint)
        if (proxy && (isPlain || this.#reachable.knows(address) !== true))
          await within(connectToOneOfManyMs, reach(proxy))
        const opened = await this.#open(address, request, options)
        this.#reachable.note(address, true)
        return opened
      } catch (error) {
        if (isReached) throw error
        this.#reachable.note(address, false)
        if (request.destroyed) throw error
      } finally {
        request.off('proxyConnect', note)
      }
    }
    const left = addresses.includes('') ? '' : last
    const opened = await this.#open(left, request, options)
    this.#reachable.note(left, true)
    return opened
  }

  async #open(
    address: ProxyAddress,
    request: ClientRequest,
    options: AgentConnectOpts,
  ): Promise<NodeAgent | Socket> {
    if (address === '') {
      request.emit('route', null, false, options.secureEndpoint)
      return options.secureEndpoint ? connectSecurely(options) : connectPlain(options)
    }
    const proxy = readProxy(address)
    request.emit('route', proxy?.host ?? shownProxy(address), proxy?.password !== '', options.secureEndpoint)
    if (!proxy) throw new ProxyAddressError('the address of the proxy is malformed')
    if (proxy.protocol.startsWith('socks'))
      return within(connectWithinMs, throughSocks(proxy, request, options))
    const secured = { ...this.#trust(), rejectUnauthorized: true }
    // A plain request is the proxy's to pass on; sockets and secure requests need a tunnel. Each has a connection of its
    // own: tinyproxy closes it after the answer without saying so, and the next request would meet its end.
    if (!options.secureEndpoint && request.getHeader('upgrade') === undefined) {
      return new HttpProxyAgent(proxy, {
        ...secured,
        ...(proxy.hostname.startsWith('[') || /^[\d.]+$/.test(proxy.hostname)
          ? {}
          : { servername: proxy.hostname }),
      })
    }
    return within(
      connectWithinMs,
      new HttpsProxyAgent(proxy, secured).connect(request, options) as Promise<Socket>,
    )
  }
}

/** Opens a connection to a proxy and ends it, to see whether it can be reached. */
function reach(proxy: URL): Promise<Socket> {
  const usual = proxy.protocol.startsWith('socks') ? 1080 : proxy.protocol === 'https:' ? 443 : 80
  const port = Number(proxy.port) || usual
  return new Promise((resolve, reject) => {
    const socket = connectPlain(port, proxy.hostname.replace(/^\[|\]$/g, ''), () => {
      socket.destroy()
      resolve(socket)
    }).on('error', reject)
  })
}

async function throughSocks(proxy: URL, request: ClientRequest, options: AgentConnectOpts): Promise<Socket> {
  const { SocksProxyAgent } = await import('socks-proxy-agent')
  const agent = new SocksProxyAgent(proxy)
  agent.proxy.host = proxy.hostname.replace(/^\[|\]$/g, '')
  try {
    return await agent.connect(request, options)
  } catch (error) {
    const said = error instanceof Error ? error.message : ''
    // Its refusals have no status of their own.
    if (/authentication|auth type|acceptable/i.test(said)) request.emit('proxyConnect', { statusCode: 407 })
    else if (/reject/i.test(said)) request.emit('proxyConnect', { statusCode: 403 })
    throw error
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
  /** Whether there is a connection through the proxy, so that what fails then is beyond it. */
  isThrough: boolean
  /** Whether the service is asked over TLS. */
  isSecure: boolean
  /** How the proxy answered the request for a tunnel; null for not at all, or no tunnel. */
  tunnelStatus: number | null
  /** Who issued the certificate of the host, as it says itself; empty when unknown. */
  issuer: string
}

/** Watches the way of a request; call it before the request has a connection. */
export function watchWay(request: ClientRequest): Way {
  const way: Way = {
    proxy: null,
    hasPassword: false,
    isThrough: false,
    isSecure: true,
    tunnelStatus: null,
    issuer: '',
  }
  request.on('route', (proxy: string | null, hasPassword: boolean, isSecure: boolean) =>
    Object.assign(way, { proxy, hasPassword, isSecure, isThrough: false, tunnelStatus: null }),
  )
  request.on('proxy', () => (way.isThrough = true))
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
