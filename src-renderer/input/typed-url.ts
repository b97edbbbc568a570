/**
 * The address that was typed, as a phone can open it: what names no scheme is taken as https.
 * @returns null for what is no address
 */
export function typedUrl(text: string): string | null {
  const typed = text.trim()
  // A host and its port look like a scheme.
  const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(typed)
  const url = hasScheme ? typed : `https://${typed}`
  if (typed === '' || /\s/.test(typed) || !URL.canParse(url)) return null
  const { protocol, hostname } = new URL(url)
  return /^https?:$/.test(protocol) && hostname === '' ? null : url
}
