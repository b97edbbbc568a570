import type { IncomingHttpHeaders } from 'node:http'
import type { ZodType } from 'zod'
import { FaultError, type Fault, type UnreadableReason } from '../../../src-shared/protocol/fault'
import { jpegSize } from '../../../src-shared/protocol/jpeg-size'
import { scrub } from '../base/log'

/** A whole HTTP answer. */
export interface HttpAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

const isJsonType = (type: string) => /^(application|text)\/([\w.-]+\+)?json$/.test(type)
const isUtf8 = (charset: string | undefined) => charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset)

/** Returns the media type without parameters, in lower case; empty without the header. */
const typeOf = (headers: IncomingHttpHeaders) =>
  (headers['content-type'] ?? '').split(';', 1).join('').trim().toLowerCase()
const charsetOf = (headers: IncomingHttpHeaders) =>
  /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(headers['content-type'] ?? '')?.[1]
const isCoded = (headers: IncomingHttpHeaders) =>
  !['', 'identity'].includes((headers['content-encoding'] ?? '').trim().toLowerCase())

function decode(body: Buffer): string | null {
  try {
    // As a stream: a character that is cut at the end is no sign of another charset.
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
 * Parses the JSON of an answer of any status; its `Content-Type` may be missing, but not be another.
 * @param secrets credentials to keep out of the fault
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

/** Reads a successful answer. */
export interface AnswerReader<Result> {
  accept: string
  /**
   * @param secrets credentials to keep out of the fault
   * @throws FaultError `unreadable-answer`
   */
  read(answer: HttpAnswer, secrets: readonly string[]): Result
}

/** Reads JSON by a schema. A fault names the first field that is missing or wrong. */
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
    // The value may be a secret, such as a ticket; the expectation says enough.
    ...unreadable(answer.status, missing ? 'missing-field' : 'wrong-field', issue?.message ?? '', secrets),
    field: path.join('.'),
  })
}

/** Reads a JPEG (spec 4.3) and checks its header. */
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
// The excerpt comes from these characters only.
const cleanedChars = 4000

type Unreadable = Extract<Fault, { kind: 'unreadable-answer' }>

/** Removes credentials: the given ones, text that looks like one, tickets and the queries of addresses. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const known = secrets
    .filter(Boolean)
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .reduce((rest, secret) => rest.replaceAll(secret, '[key]'), text)
  return scrub(known)
    .replace(/("ticket"\s*:\s*")[^"]*/g, '$1[ticket]')
    .replace(/(\b(?:https?|wss?):\/\/[^\s"'<>?]*)\?[^\s"'<>]*/g, '$1?…')
}

/** Returns the readable words of a body, without tags and control characters. */
function excerptOf(text: string, secrets: readonly string[]): string {
  const words = withoutSecrets(text.slice(0, cleanedChars), secrets)
    .replace(/<(script|style)\b.*?(<\/\1>|$)/gis, ' ')
    .replace(/<[!/?a-z][^>]*(>|$)/gi, ' ')
    .replace(/[\p{C}\uFFFD\s]+/gu, ' ')
    .trim()
  return [...words].slice(0, excerptChars).join('')
}

/** Returns the fault for an answer that cannot be used. @param text its body */
export function unreadable(
  status: number,
  why: UnreadableReason,
  text: string,
  secrets: readonly string[],
): Unreadable {
  return { kind: 'unreadable-answer', status, why, excerpt: excerptOf(text, secrets) }
}
