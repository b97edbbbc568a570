import { scrub } from '../base/log'
import type { Fault, UnreadableReason } from '../../../src-shared/protocol/fault'

const excerptChars = 200
// Beyond this nothing of an answer is shown, so nothing of it needs to be cleaned.
const cleanedChars = 4000

type Unreadable = Extract<Fault, { kind: 'unreadable-answer' }>

/** Takes out credentials: those given, what looks like one, a ticket's field and the query of an address. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const known = secrets
    .filter(Boolean)
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .reduce((rest, secret) => rest.replaceAll(secret, '[key]'), text)
  return scrub(known)
    .replace(/("ticket"\s*:\s*")[^"]*/g, '$1[ticket]')
    .replace(/(\b(?:https?|wss?):\/\/[^\s"'<>?]*)\?[^\s"'<>]*/g, '$1?…')
}

/** What a person can read of a body: the words of a web page without its tags, nothing of what is no text. */
function excerptOf(text: string, secrets: readonly string[]): string {
  const words = withoutSecrets(text.slice(0, cleanedChars), secrets)
    .replace(/<(script|style)\b.*?(<\/\1>|$)/gis, ' ')
    .replace(/<[!/?a-z][^>]*(>|$)/gi, ' ')
    .replace(/[\p{C}\uFFFD\s]+/gu, ' ')
    .trim()
  return [...words].slice(0, excerptChars).join('')
}

/** The fault of an answer that is not what it should be. @param text what came */
export function unreadable(
  status: number,
  why: UnreadableReason,
  text: string,
  secrets: readonly string[],
): Unreadable {
  return { kind: 'unreadable-answer', status, why, excerpt: excerptOf(text, secrets) }
}
