// Browsers disagree on spaces here: some encode the space and look up that host. Braces stand for a sheet's column.
const isNoHost = (url: string) => /^(https?:\/*|[^:]+:\/\/)[^/?#]*[\s{}]/i.test(url)
// Characters that an address may contain unencoded.
const isPlain = (text: string) => /^[!-~]+$/.test(text)

/**
 * Turns typed text into an address that a phone can open: adds https if there is no scheme, and encodes what needs it,
 * as a browser does.
 * @returns null if the text is no address
 */
export function typedUrl(text: string): string | null {
  const typed = text.trim()
  // `host:port` looks like a scheme.
  const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(typed)
  const url = hasScheme ? typed : `https://${typed}`
  if (typed === '' || isNoHost(url) || !URL.canParse(url)) return null
  const { protocol, hostname, href } = new URL(url)
  if (/^https?:$/.test(protocol) && hostname === '') return null
  // URL leaves spaces in addresses such as mailto.
  return isPlain(url) ? url : href.replaceAll(' ', '%20')
}
