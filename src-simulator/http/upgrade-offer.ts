import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

// Node 20 hands over every request with an Upgrade header; from 24.9 on `shouldUpgradeCallback` would do instead of this.

/** Whether a request asks for a WebSocket, and not for another protocol such as `h2c`. */
export function wantsWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket'
}

const OFFER = ['upgrade', 'http2-settings']

/**
 * A connection as it would be had its request not offered another protocol, which a server is free not to take up:
 * the request is put back without the offer, to be read again.
 */
export function withoutOffer(request: IncomingMessage, connection: Duplex, head: Buffer): Duplex {
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
