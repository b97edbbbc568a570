import { connect } from 'node:net'
import type { Socket } from 'node:net'
import type { Answer } from './answer'
import type { TestService } from './service'

/** A connection on which bytes are sent as they are. */
export function rawConnection({ addresses }: TestService, bytes: string | Uint8Array): Socket {
  const connection = connect(Number(new URL(addresses.base_url).port), '127.0.0.1')
  connection.on('error', () => undefined)
  connection.write(bytes)
  return connection
}

/** A request as no client library would send it; a header's value is a byte for each character. */
export const rawRequest = (line: string, headers: string[], body = '') =>
  Buffer.from(`${[line, ...headers].join('\r\n')}\r\n\r\n${body}`, 'latin1')

/** Reads one answer from the beginning of some bytes, if it is there whole. @param ended nothing comes after them */
function parseAnswer(bytes: Buffer, ended: boolean): Answer | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.replace(/^[^:]*: */, '')]),
  )
  const body = bytes.subarray(end + 4)
  if (!ended && body.length < Number(headers['content-length'] ?? 0)) return undefined
  const isJson = /json/.test(headers['content-type'] ?? '')
  const json: unknown = isJson ? JSON.parse(body.toString()) : undefined
  return { status: Number(first.split(' ')[1]), headers, bytes: body, json }
}

/** Reads one answer from a connection and ends it; nothing when it is closed without one. */
export function rawAnswer(connection: Socket): Promise<Answer | undefined> {
  let bytes = Buffer.alloc(0)
  return new Promise((resolve) => {
    connection.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk])
      if (parseAnswer(bytes, false)) connection.destroy()
    })
    connection.once('close', () => resolve(parseAnswer(bytes, true)))
  })
}
