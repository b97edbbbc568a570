import { FaultError } from '../../../src-shared/protocol/fault'
import type { Route } from '../service/route'

/** A fleet's REST base, which ends in `/v1`, and its WebSocket base host (spec, head). */
export interface FleetAddress {
  baseUrl: string
  wsBaseUrl: string
}

/** A fleet's address and key. It never leaves the core. */
export interface FleetAccess extends FleetAddress {
  apiKey: string
  /** Left out: directly. */
  route?: Route
}

const isLoopback = (hostname: string) =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)

/** Whether a credential may go there: encrypted, or within this machine. */
export const isSafe = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || protocol === 'wss:' || isLoopback(hostname)

function parse(text: string, secure: string, plain: string): URL {
  const trimmed = text.trim()
  let url: URL
  try {
    // People paste bare hosts.
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
 * Completes the addresses that a user typed: adds a missing `/v1`, and derives an empty WebSocket address from the base.
 * Plain http and ws are allowed on loopback only.
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
  // Socket paths begin with /v1 themselves.
  return { baseUrl, wsBaseUrl: `${ws.protocol}//${ws.host}${withoutSlash(ws.pathname).replace(/\/v1$/, '')}` }
}

/**
 * Checks the shape of a key (spec 5, rule 2).
 * @returns the key without surrounding white space
 * @throws FaultError `key-shape`
 */
export function checkedKey(apiKey: string): string {
  const key = apiKey.trim()
  if (!/^[!-~]+_live_[!-~]+_[!-~]+$/.test(key)) throw new FaultError({ kind: 'key-shape' })
  return key
}
