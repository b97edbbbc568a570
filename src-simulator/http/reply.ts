import type { ServerResponse } from 'node:http'
import type { Problem } from './problem'

/** An answer; a handler returns one or throws a Problem. */
export interface Reply {
  status: number
  headers: Record<string, string>
  body: Buffer
}

export function json(value: unknown, status = 200): Reply {
  return {
    status,
    headers: { 'Content-Type': 'application/json' },
    body: Buffer.from(JSON.stringify(value)),
  }
}

export function jpeg(body: Buffer): Reply {
  return { status: 200, headers: { 'Content-Type': 'image/jpeg', 'Cache-Control': 'no-store' }, body }
}

export function plain(status: number, text: string): Reply {
  return { status, headers: { 'Content-Type': 'text/plain' }, body: Buffer.from(text) }
}

export function nothing(): Reply {
  return { status: 204, headers: {}, body: Buffer.alloc(0) }
}

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
