import type { IncomingMessage } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { Problem } from './problem'
import type { Reply } from './reply'

/** Whether a request asks for a WebSocket, and not for another protocol such as `h2c`. */
export function wantsWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket'
}

const OFFER = ['upgrade', 'http2-settings']

/**
 * A connection as it would be had its request not offered another protocol, which a server is free not to take up:
 * the request is put back without the offer, to be read again.
 */
export function withoutUpgrade(request: IncomingMessage, connection: Duplex, head: Buffer): Duplex {
  const { rawHeaders } = request
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`]
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2)
    const isConnection = name.toLowerCase() === 'connection'
    const tokens = value.split(',').filter((token) => !OFFER.includes(token.trim().toLowerCase()))
    if (!OFFER.includes(name.toLowerCase())) lines.push(`${name}: ${isConnection ? tokens.join(',') : value}`)
  }
  connection.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  return connection
}

/** What is wrong with bytes that the HTTP parser gave up on. */
export function malformed({ code }: Error & { code?: string }): Problem {
  const detail = code === 'HPE_HEADER_OVERFLOW' ? 'The headers are too long' : 'This is not an HTTP request'
  return new Problem('invalid_action', detail)
}

/** An answer as bytes, for a connection that has no request to answer to; it is the last one there. */
export function rawReply({ status, headers, body }: Reply): Buffer {
  const all = { ...headers, 'Content-Length': body.length, Connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines].join('\r\n')
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body])
}
