import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { request } from 'node:http'
import { assertAsDocumented } from './as-documented'

/** An answer, read whole. */
export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  /** The body as JSON; `undefined` when it is not. */
  json: unknown
}

export interface CallOptions {
  key?: string | null
  headers?: Record<string, string>
  /** An object goes as JSON, a string or a buffer as it is. */
  body?: unknown
}

function readAnswer(message: IncomingMessage): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.once('error', reject)
    message.once('end', () => {
      const bytes = Buffer.concat(chunks)
      let json: unknown
      if (/json/.test(message.headers['content-type'] ?? '')) json = JSON.parse(bytes.toString())
      resolve({ status: message.statusCode ?? 0, headers: message.headers, bytes, json })
    })
  })
}

/** Waits for the answer to a request that the test writes itself. */
export function answerOf(outgoing: ClientRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    outgoing.once('response', (message) => resolve(readAnswer(message)))
    outgoing.once('error', reject)
  })
}

/** One HTTP call. */
export function send(method: string, url: string, options: CallOptions = {}): Promise<Answer> {
  const { body, key, headers = {} } = options
  const raw = typeof body === 'string' || Buffer.isBuffer(body) || body === undefined
  const bytes = raw ? body : JSON.stringify(body)
  const outgoing = request(url, {
    method,
    headers: {
      'User-Agent': 'fleetwall-tests/1',
      ...(key && { Authorization: `Bearer ${key}` }),
      ...(bytes !== undefined && { 'Content-Length': String(Buffer.byteLength(bytes)) }),
      ...headers,
    },
  })
  const answer = answerOf(outgoing)
  outgoing.end(bytes)
  const { pathname } = new URL(url)
  if (pathname.startsWith('/v1/')) {
    return answer.then((received) => {
      assertAsDocumented(method, pathname.slice('/v1'.length), bytes, received)
      return received
    })
  }
  return answer
}

/** The code of a problem document, after checking that it is one (spec section 7). */
export function problemOf(answer: Answer): string {
  const { status, headers, json } = answer
  const document = json as Record<string, unknown>
  const code = document['code']
  if (headers['content-type'] !== 'application/problem+json') throw new Error('not a problem document')
  if (typeof code !== 'string' || document['title'] !== code) throw new Error('title and code differ')
  if (document['status'] !== status) throw new Error('the status in the document is another one')
  if (!String(document['type']).endsWith(`/${code}`)) throw new Error('type does not end in the code')
  if (typeof document['detail'] !== 'string') throw new Error('no detail')
  return code
}

/** Status and code together. */
export function failure(answer: Answer): string {
  return `${answer.status} ${problemOf(answer)}`
}

/** The status of a success, or status and code of a problem document. */
export function outcome(answer: Answer): string {
  return answer.status < 400 ? String(answer.status) : failure(answer)
}

/** Which limit a 429 says has tripped. */
export function layerOf({ headers }: Answer): unknown {
  return headers['x-ratelimit-limit-layer']
}
