import type { IncomingHttpHeaders } from 'node:http'
import { networkInterfaces } from 'node:os'
import type { Fault } from '../../../src-shared/protocol/fault'
import { ProxyAddressError, type Way } from './route'

type Reason = Extract<Fault, { kind: 'network' }>['reason']

const reasons: Readonly<Record<string, Reason>> = {
  ENOTFOUND: 'host-unknown',
  EAI_AGAIN: 'no-network',
  ENETUNREACH: 'no-network',
  ENETDOWN: 'no-network',
  EHOSTUNREACH: 'no-network',
  ECONNREFUSED: 'connection-refused',
  ETIMEDOUT: 'timeout',
}

function codeOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return ''
  if ('code' in thrown && typeof thrown.code === 'string') return thrown.code
  // Node collects the failures of several addresses of one host.
  if ('errors' in thrown && Array.isArray(thrown.errors)) return codeOf(thrown.errors[0])
  return ''
}

const isTls = (code: string) =>
  /^(ERR_TLS|ERR_SSL|UNABLE_TO_|CRL_)|CERT|EPROTO|^(INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH)$/.test(code)

/** Codes of a certificate that is sound, from an authority that this computer does not know. */
const unknownAuthority = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

const hasNetwork = () =>
  Object.values(networkInterfaces()).some((addresses) => addresses?.some((address) => !address.internal))

/** Returns whether a proxy wants another password. tinyproxy answers 401 to a wrong one, which from a tunnel is the service's. */
export const wantsProxyPassword = (status: number, headers: IncomingHttpHeaders, way: Way): boolean =>
  status === 407 ||
  (status === 401 && way.tunnelStatus === null && /^basic\b/i.test(headers['www-authenticate'] ?? ''))

/** Returns the fault of a proxy that refuses, from the status of its answer. */
export function proxyRefusal(status: number, { proxy, hasPassword }: Way): Fault {
  const asks = hasPassword ? 'proxy-login-refused' : 'proxy-password'
  const reason = status === 407 || status === 401 ? asks : 'proxy-refused'
  return { kind: 'network', reason, host: proxy ?? '' }
}

/**
 * Returns why nothing answered, from Node's error. `host` is a name and a port, never a whole URL.
 * @param way what the request met on its way
 */
export function networkFault(thrown: unknown, host: string, way?: Way): Fault {
  const code = codeOf(thrown)
  const status = way?.tunnelStatus ?? null
  if (way?.proxy && status !== null && status !== 200) return proxyRefusal(status, way)
  if (thrown instanceof ProxyAddressError)
    return { kind: 'network', reason: 'proxy-address', host: way?.proxy ?? '' }
  // Where the service is asked without TLS, the proxy alone has any.
  if (isTls(code) && way?.proxy && !(way.isThrough && way.isSecure))
    return { kind: 'network', reason: 'proxy-tls', host: way.proxy }
  if (isTls(code)) {
    const isKnown = !way?.issuer || !unknownAuthority.has(code)
    return { kind: 'network', reason: 'tls', host, ...(isKnown ? {} : { authority: way.issuer }) }
  }
  const reason = reasons[code] ?? 'connection-lost'
  if (way?.proxy && !way.isThrough) return { kind: 'network', reason: 'proxy-unreachable', host: way.proxy }
  if (way?.proxy && reason === 'connection-lost')
    return { kind: 'network', reason: 'proxy-cut', host: way.proxy }
  // Without a network no name resolves: report the cause.
  if (reason === 'host-unknown' && !hasNetwork()) return { kind: 'network', reason: 'no-network', host }
  return { kind: 'network', reason, host }
}
