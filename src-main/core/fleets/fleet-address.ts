import { FaultError } from '../../../src-shared/protocol/fault'

/** Where a fleet is: REST base that ends in `/v1`, and WebSocket base host (spec, head). */
export interface FleetAddress {
  baseUrl: string
  wsBaseUrl: string
}

/** What opens a fleet: where it is, and the key to it. It never leaves the core. */
export interface FleetAccess extends FleetAddress {
  apiKey: string
}

const isLoopback = (hostname: string) =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)

/** Whether a credential may be sent there: encrypted, or without leaving this machine. */
export const isSafe = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || protocol === 'wss:' || isLoopback(hostname)

function parse(text: string, secure: string, plain: string): URL {
  const trimmed = text.trim()
  let url: URL
  try {
    // A bare host is what people paste; it means the secure kind.
    url = new URL(trimmed.includes('://') ? trimmed : `${secure}//${trimmed}`)
  } catch {
    throw new FaultError({ kind: 'address', reason: 'malformed' })
  }
  if (url.search || url.hash || url.username || url.password) {
    throw new FaultError({ kind: 'address', reason: 'path' })
  }
  if (url.protocol !== secure && url.protocol !== plain) {
    throw new FaultError({ kind: 'address', reason: 'malformed' })
  }
  if (!isSafe(url)) throw new FaultError({ kind: 'address', reason: 'insecure' })
  return url
}

const withoutSlash = (text: string) => text.replace(/\/+$/, '')

/**
 * The addresses that a user typed, made whole: `/v1` is added where it lacks, and an empty WebSocket address is the
 * same host. Plain http and ws are for loopback alone.
 * @throws FaultError `address`
 */
export function fleetAddress(baseText: string, wsBaseText: string): FleetAddress {
  const base = parse(baseText, 'https:', 'http:')
  const path = withoutSlash(base.pathname)
  const baseUrl = `${base.origin}${path.endsWith('/v1') ? path : `${path}/v1`}`
  if (wsBaseText.trim() === '') {
    return { baseUrl, wsBaseUrl: `${base.protocol === 'https:' ? 'wss' : 'ws'}://${base.host}` }
  }
  const ws = parse(wsBaseText, 'wss:', 'ws:')
  // Socket paths begin with /v1 themselves, so a pasted one would stand there twice.
  return { baseUrl, wsBaseUrl: `${ws.protocol}//${ws.host}${withoutSlash(ws.pathname).replace(/\/v1$/, '')}` }
}

/**
 * Checks that a key has the shape of one (spec 5, rule 2), without saying anything of what it is.
 * @returns the key without what a paste brings along
 * @throws FaultError `key-shape`
 */
export function checkedKey(apiKey: string): string {
  const key = apiKey.trim()
  if (!/^[!-~]+_live_[!-~]+_[!-~]+$/.test(key)) throw new FaultError({ kind: 'key-shape' })
  return key
}
