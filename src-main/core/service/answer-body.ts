import type { IncomingHttpHeaders } from 'node:http'
import { z, type ZodType } from 'zod'
import { FaultError, type Fault, type UnreadableReason } from '../../../src-shared/protocol/fault'
import { jpegSize } from '../../../src-shared/protocol/jpeg-size'
import { isBounded } from '../../../src-shared/protocol/bounded'
import { excerptOf } from './shown-text'

/** A whole HTTP answer. */
export interface HttpAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

// A list of 5000 phones has about 3 MB; a longer text would hold up the process while it is parsed.
const longestJsonBytes = 8 * 1024 * 1024
// 60 for each phone of the longest list. Parsing millions of small values takes seconds.
const mostJsonValues = 300_000

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

/** Returns whether JSON has at most `mostJsonValues` values, in a fraction of the time that parsing takes. */
function hasFewValues(body: Buffer): boolean {
  const [quote, backslash, comma, list, object] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b]
  let values = 0
  let inText = false
  for (let at = 0; at < body.length && values <= mostJsonValues; at += 1) {
    const byte = body[at]
    if (byte === quote) inText = !inText
    else if (inText) at += byte === backslash ? 1 : 0
    else if (byte === comma || byte === list || byte === object) values += 1
  }
  return values <= mostJsonValues
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
  const shown = body.toString('utf8', 0, longestJsonBytes)
  const fail = (why: UnreadableReason, came = shown) => new FaultError(unreadable(status, why, came, secrets))
  const type = typeOf(headers)
  const asSent = `${headers['content-encoding'] ?? ''} ${headers['content-type'] ?? ''}`
  if (body.byteLength === 0) throw fail('empty')
  if (body.byteLength > longestJsonBytes) throw fail('too-long')
  if (isCoded(headers)) throw fail('charset', asSent)
  if (type === 'text/html' || /^\s*<(!|html|head|body)/i.test(shown)) throw fail('html')
  if (type !== '' && !isJsonType(type)) throw fail('content-type', `${type}: ${shown}`)
  const text = isUtf8(charsetOf(headers)) ? decode(body) : null
  if (text === null) throw fail('charset', asSent)
  if (!hasFewValues(body)) throw fail('too-long')
  try {
    return JSON.parse(text)
  } catch {
    throw fail(isCut(text) ? 'cut' : 'not-json')
  }
}

/** Returns a field of a parsed JSON value; undefined where there is none. */
export const inside = (value: unknown, key: PropertyKey): unknown =>
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
    read: (answer, secrets) => checked(answer, jsonOf(answer, secrets), schema, secrets),
  }
}

/** The readable entries of a list, and how many others were left out. */
export interface Listed<Entry> {
  entries: Entry[]
  leftOut: number
}

/**
 * Reads a JSON list and leaves out unreadable entries and those with the id of an earlier one. A list without a readable
 * entry is unreadable as a whole.
 * @param few returns the values to read, a bounded number
 */
export function asList<Entry>(
  schema: ZodType<Entry>,
  idOf: (entry: Entry) => string,
  few: (values: readonly unknown[]) => readonly unknown[],
): AnswerReader<Listed<Entry>> {
  return {
    accept: 'application/json',
    read(answer, secrets) {
      const values = checked(answer, jsonOf(answer, secrets), z.array(z.unknown()), secrets)
      const entries = new Map<string, Entry>()
      for (const value of few(values)) {
        const parsed = schema.safeParse(value)
        if (parsed.success && !entries.has(idOf(parsed.data))) entries.set(idOf(parsed.data), parsed.data)
      }
      if (entries.size === 0) checked(answer, values.slice(0, 1), z.array(schema), secrets)
      return { entries: [...entries.values()], leftOut: values.length - entries.size }
    },
  }
}

/** @throws FaultError `unreadable-answer` for a value that is too large, too deep or not of the schema */
function checked<Result>(
  answer: HttpAnswer,
  value: unknown,
  schema: ZodType<Result>,
  secrets: readonly string[],
): Result {
  // A list is bounded entry by entry.
  if (!Array.isArray(value) && !isBounded(value)) {
    throw new FaultError(unreadable(answer.status, 'too-long', '', secrets))
  }
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

type Unreadable = Extract<Fault, { kind: 'unreadable-answer' }>

/** Returns the fault for an answer that cannot be used. @param text its body */
export function unreadable(
  status: number,
  why: UnreadableReason,
  text: string,
  secrets: readonly string[],
): Unreadable {
  return { kind: 'unreadable-answer', status, why, excerpt: excerptOf(text, secrets, excerptChars) }
}
