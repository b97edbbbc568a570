import { BlockList, isIP, isIPv6 } from 'node:net'
import type { ProxyAddress } from './proxy-address'

const variable = (name: string) => process.env[name] || process.env[name.toUpperCase()] || ''

/** Whether the environment says anything about proxies. */
export const hasProxyEnvironment = (): boolean =>
  ['https_proxy', 'http_proxy', 'all_proxy'].some(
    (name) => process.env[name] !== undefined || process.env[name.toUpperCase()] !== undefined,
  )

/** Returns the proxy that `HTTPS_PROXY`, `HTTP_PROXY` or `ALL_PROXY` names for an address; empty for none, or by `NO_PROXY`. */
export function environmentProxy(url: URL): ProxyAddress {
  if (isExempt(url, variable('no_proxy'))) return ''
  const isSecure = url.protocol === 'https:' || url.protocol === 'wss:'
  return variable(isSecure ? 'https_proxy' : 'http_proxy') || variable('all_proxy')
}

/**
 * Whether `NO_PROXY` exempts an address. As curl reads it: names with all below them, addresses, networks (`10.0.0.0/8`,
 * `fd00::/8`), `*`; besides, entries may have a port. No name is looked up.
 */
export function isExempt(url: URL, noProxy: string): boolean {
  const isSecure = url.protocol === 'https:' || url.protocol === 'wss:'
  const port = url.port || (isSecure ? '443' : '80')
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      if (entry === '*') return true
      // An IPv6 address has colons of its own.
      const [, bare = entry, entryPort] = isIPv6(entry)
        ? []
        : (/^(\[[^\]]*\](?:\/\d+)?|[^:]*):(\d+)$/.exec(entry) ?? [])
      if (entryPort !== undefined && Number(entryPort) !== Number(port)) return false
      const name = bare.replaceAll(/[[\]]/g, '')
      return isIP(host) ? isInNetwork(host, name) : isBelow(host, name)
    })
}

function isBelow(host: string, entry: string): boolean {
  const name = entry.replace(/^\*?\./, '').replace(/\.$/, '')
  return name !== '' && (host === name || host.endsWith(`.${name}`))
}

function isInNetwork(host: string, entry: string): boolean {
  const [network = '', bits, ...more] = entry.split('/')
  const family = isIP(network)
  const longest = family === 6 ? 128 : 32
  const prefix = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : Infinity
  if (family === 0 || prefix > longest || more.length > 0) return false
  const list = new BlockList()
  list.addSubnet(network, prefix, family === 6 ? 'ipv6' : 'ipv4')
  return list.check(host, isIPv6(host) ? 'ipv6' : 'ipv4')
}
