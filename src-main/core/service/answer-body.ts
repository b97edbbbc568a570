import type { IncomingHttpHeaders } from 'node:http'
import type { ZodType } from 'zod'
import { FaultError, type Fault, type UnreadableReason } from '../../../src-shared/protocol/fault'
import { jpegSize } from '../../../src-shared/protocol/jpeg-size'
import { scrub } from '../base/log'

/** An answer as it came, read whole. */
export interface HttpAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

const isJsonType = (type: string) => /^(application|text)\/([\w.-]+\+)?json$/.test(type)
const isUtf8 = (charset: string | undefined) => charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset)

/** What stands before the parameters, in lower case; empty where the service says nothing. */
const typeOf = (headers: IncomingHttpHeaders) =>
  (headers['content-type'] ?? '').split(';', 1).join('').trim().toLowerCase()
const charsetOf = (headers: IncomingHttpHeaders) =>
  /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(headers['content-type'] ?? '')?.[1]
const isCoded = (headers: IncomingHttpHeaders) =>
  !['', 'identity'].includes((headers['content-encoding'] ?? '').trim().toLowerCase())

function decode(body: Buffer): string | null {
  try {
    // As a stream, so that a character that is cut at the end is not taken for another charset.
    return new TextDecoder('utf-8', { fatal: true }).decode(body, { stream: true })
  } catch {
    return null
  }
}

const isCut = (text: string) => {
  const begun = text.trim()
  return (begun.startsWith('{') && !begun.endsWith('}')) || (begun.startsWith('[') && !begun.endsWith(']'))
}

/**
 * The JSON in an answer of whatever status; a missing `Content-Type` is let pass, another one is not.
 * @param secrets what must not come into the fault
 * @throws FaultError `unreadable-answer`
 */
export function jsonOf({ status, headers, body }: HttpAnswer, secrets: readonly string[]): unknown {
  const shown = body.toString('utf8')
  const fail = (why: UnreadableReason, came = shown) => new FaultError(unreadable(status, why, came, secrets))
  const type = typeOf(headers)
  const asSent = `${headers['content-encoding'] ?? ''} ${headers['content-type'] ?? ''}`
  if (body.byteLength === 0) throw fail('empty')
  if (isCoded(headers)) throw fail('charset', asSent)
  if (type === 'text/html' || /^\s*<(!|html|head|body)/i.test(shown)) throw fail('html')
  if (type !== '' && !isJsonType(type)) throw fail('content-type', `${type}: ${shown}`)
  const text = isUtf8(charsetOf(headers)) ? decode(body) : null
  if (text === null) throw fail('charset', asSent)
  try {
    return JSON.parse(text)
  } catch {
    throw fail(isCut(text) ? 'cut' : 'not-json')
  }
}

const inside = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined

/** What a successful answer is read as. */
export interface AnswerReader<Result> {
  accept: string
  /**
   * @param secrets what must not come into the fault
   * @throws FaultError `unreadable-answer`
   */
  read(answer: HttpAnswer, secrets: readonly string[]): Result
}

/** JSON, checked against a schema; unknown fields are the schema's to keep. A fault names the first field that is missing or wrong. */
export function asJson<Result>(schema: ZodType<Result>): AnswerReader<Result> {
  return {
    accept: 'application/json',
    read: (answer, secrets) => checked(answer, schema, secrets),
  }
}

function checked<Result>(answer: HttpAnswer, schema: ZodType<Result>, secrets: readonly string[]): Result {
  const value = jsonOf(answer, secrets)
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = issue?.path ?? []
  const missing = path.length > 0 && path.reduce(inside, value) === undefined
  throw new FaultError({
    // The value itself may be a secret, such as a ticket: what was expected says enough.
    ...unreadable(answer.status, missing ? 'missing-field' : 'wrong-field', issue?.message ?? '', secrets),
    field: path.join('.'),
  })
}

/** The bytes of a picture (spec 4.3), after a look at its header. */
export const asJpeg: AnswerReader<Buffer> = {
  accept: 'image/jpeg, application/problem+json',
  read: jpegOf,
}

function jpegOf({ status, headers, body }: HttpAnswer, secrets: readonly string[]): Buffer {
  const fail = (why: UnreadableReason, came: string) => new FaultError(unreadable(status, why, came, secrets))
  const type = typeOf(headers)
  if (body.byteLength === 0) throw fail('empty', '')
  if (type === 'text/html') throw fail('html', body.toString('utf8'))
  if (type !== '' && type !== 'image/jpeg') throw fail('content-type', type)
  if (isCoded(headers)) throw fail('charset', headers['content-encoding'] ?? '')
  if (!jpegSize(body)) throw fail('not-jpeg', '')
  return body
}

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
