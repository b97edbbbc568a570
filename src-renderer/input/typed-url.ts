// Browsers do not agree on it: some write it as %20, and look for a host of that name.
const hasSpaceInHost = (url: string) => /^(https?:\/*|[^:]+:\/\/)[^/?#]*\s/i.test(url)
// What may stand in an address as it is typed.
const isPlain = (text: string) => /^[!-~]+$/.test(text)

/**
 * The address that was typed, as a phone can open it: what names no scheme is taken as https, and what may not stand in one,
 * such as a space in its path, is written as it may, as in a browser.
 * @returns null for what is no address
 */
export function typedUrl(text: string): string | null {
  const typed = text.trim()
  // A host and its port look like a scheme.
  const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(typed)
  const url = hasScheme ? typed : `https://${typed}`
  if (typed === '' || hasSpaceInHost(url) || !URL.canParse(url)) return null
  const { protocol, hostname, href } = new URL(url)
  if (/^https?:$/.test(protocol) && hostname === '') return null
  // In what follows a scheme such as mailto it leaves them.
  return isPlain(url) ? url : href.replaceAll(' ', '%20')
}
