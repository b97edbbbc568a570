/** A proxy's address, such as `http://user:password@proxy.example:3128`; empty for none. */
export type ProxyAddress = string

const longestShown = 100

// SOCKS proxies look names up themselves, as Chromium has them do: only they may know the service's name.
const protocols: Readonly<Record<string, string>> = {
  http: 'http',
  https: 'https',
  socks: 'socks5h',
  socks4: 'socks4a',
  socks4a: 'socks4a',
  socks5: 'socks5h',
  socks5h: 'socks5h',
}

const pacKinds: Readonly<Record<string, string>> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS: 'socks4',
  SOCKS4: 'socks4',
  SOCKS5: 'socks5',
}

/**
 * Reads a proxy's address; without a scheme it is `http`, as curl reads it. In name and password any character may stand as
 * it is. Null for what is no address: another scheme, no host, a port beyond 65535.
 */
export function readProxy(address: ProxyAddress): URL | null {
  const [, scheme = 'http', login, place = ''] =
    /^(?:([^:/@]*):\/\/)?(?:(.*)@)?([^@]*)$/s.exec(address.trim()) ?? []
  const protocol = protocols[scheme.toLowerCase()]
  const host = place.replace(/\/$/, '')
  // Checked as http, whose hosts are read strictly.
  if (protocol === undefined || !/^(\[[^\]]+\]|[^:/?#\\\s]+)(:0*[1-9]\d*)?$/.test(host)) return null
  if (!URL.canParse(`http://${host}`)) return null
  const proxy = new URL(
    `${protocol}://${protocol.startsWith('http') ? host : new URL(`http://${host}`).host}`,
  )
  const [name = '', ...password] = (login ?? '').split(':')
  proxy.username = encodeURIComponent(decoded(name))
  proxy.password = encodeURIComponent(decoded(password.join(':')))
  return proxy
}

/** Decodes what is percent-encoded, and keeps every other `%`. */
const decoded = (text: string) =>
  text.replace(/(%[\da-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded)
    } catch {
      return encoded
    }
  })

/** Returns scheme, host and port as they were typed, without name and password; for faults. */
export const shownProxy = (address: ProxyAddress): string =>
  address.replace(/^([^:/@]*:\/\/)?.*@/s, '$1').slice(0, longestShown)

/** Returns host and port as they were typed, without name and password; for the log. */
export const hostOf = (address: ProxyAddress): string =>
  shownProxy(address)
    .replace(/^[^:/@]*:\/\//, '')
    .replace(/\/.*$/, '')

/** Reads the entries of a PAC answer in their order, without those that are none. Empty entries: directly. */
export function proxiesOf(answer: string): ProxyAddress[] {
  const entries = answer.split(';').flatMap((entry) => {
    const [kind = '', host = '', ...more] = entry.trim().split(/\s+/)
    if (kind.toUpperCase() === 'DIRECT' && host === '') return ['']
    const protocol = pacKinds[kind.toUpperCase()]
    const address = `${protocol}://${host}`
    return protocol === undefined || more.length > 0 || readProxy(address) === null ? [] : [address]
  })
  return entries.length > 0 ? [...new Set(entries)] : ['']
}
