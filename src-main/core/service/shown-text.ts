import { scrub } from '../base/log'

// A text is cut before it is cleaned, so that cleaning takes little time.
const readChars = 4000
const shownChars = 1000

/** Removes credentials: the given ones, text that looks like one, tickets and the queries of addresses. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const known = secrets
    .filter(Boolean)
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .reduce((rest, secret) => rest.replaceAll(secret, '[key]'), text)
  return scrub(known)
    .replace(/("ticket"\s*:\s*")[^"]*/g, '$1[ticket]')
    .replace(/\b((?:https?|wss?):\/\/[^\s"'<>?]*)(\?[^\s"'<>]*)?/g, (_, base: string, query?: string) =>
      query === undefined ? base : `${base}?…`,
    )
}

/**
 * Returns the start of a text of the service, without credentials, for a fault: at most 1000 characters.
 * @param secrets credentials that the service may repeat
 */
export const shownText = (text: string, secrets: readonly string[]) =>
  withoutSecrets(text.slice(0, readChars), secrets).slice(0, shownChars)

/** Returns the readable words of a body, without tags and control characters: at most `most` characters. */
export function excerptOf(text: string, secrets: readonly string[], most: number): string {
  const words = withoutSecrets(text.slice(0, readChars), secrets)
    .replace(/<(script|style)\b.*?(<\/\1>|$)/gis, ' ')
    .replace(/<[!/?a-z][^>]*(>|$)/gi, ' ')
    .replace(/[\p{C}\uFFFD\s]+/gu, ' ')
    .trim()
  return [...words].slice(0, most).join('')
}
