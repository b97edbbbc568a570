import type { ServerResponse } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Problem } from './problem'

/** An answer; a handler returns one or throws a Problem. */
export interface Reply {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** @param value whatever JSON can say */
export function json(value: unknown, status = 200): Reply {
  return {
    status,
    headers: { 'Content-Type': 'application/json' },
    body: Buffer.from(JSON.stringify(value)),
  }
}

/** A picture that no cache keeps. */
export function jpeg(body: Buffer): Reply {
  return { status: 200, headers: { 'Content-Type': 'image/jpeg', 'Cache-Control': 'no-store' }, body }
}

/** An answer that is no JSON: of the network layer in front of the API. */
export function plain(status: number, text: string): Reply {
  return { status, headers: { 'Content-Type': 'text/plain' }, body: Buffer.from(text) }
}

/** Done, and nothing to say: 204. */
export function nothing(): Reply {
  return { status: 204, headers: {}, body: Buffer.alloc(0) }
}

/** @param typeBase the address that the error's code is appended to */
export function problemReply(problem: Problem, typeBase: string): Reply {
  return {
    status: problem.status,
    headers: { ...problem.extras.headers, 'Content-Type': 'application/problem+json' },
    body: Buffer.from(JSON.stringify(problem.document(typeBase))),
  }
}

/** Sends an answer whole, with its length. */
export function send(response: ServerResponse, reply: Reply): void {
  if (response.headersSent || response.destroyed) return
  const length = reply.status === 204 ? {} : { 'Content-Length': reply.body.length }
  response.writeHead(reply.status, { ...reply.headers, ...length })
  response.end(reply.body)
}

/** How long a client may take to hang up after `Connection: close`. */
const HANG_UP_MS = 2000

/** Sends the last answer on a connection that has no request to answer to, and hangs up even if the client does not. */
export function lastReply(connection: Duplex, reply: Reply): void {
  if (connection.writable) connection.end(rawReply(reply))
  const timer = setTimeout(() => connection.destroy(), HANG_UP_MS)
  connection.once('close', () => clearTimeout(timer))
}

function rawReply({ status, headers, body }: Reply): Buffer {
  const all = { ...headers, 'Content-Length': body.length, Connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines].join('\r\n')
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body])
}
