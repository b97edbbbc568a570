import { connect } from 'node:net'
import type { Socket } from 'node:net'
import type { Answer } from './answer'
import type { TestService } from './service'

/** A connection for raw bytes. */
export function rawConnection({ addresses }: TestService, bytes: string | Uint8Array): Socket {
  const connection = connect(Number(new URL(addresses.base_url).port), '127.0.0.1')
  connection.on('error', () => undefined)
  connection.write(bytes)
  return connection
}

/** Builds a request that no client library would send. Header values are one byte a character. */
export const rawRequest = (line: string, headers: string[], body = '') =>
  Buffer.from(`${[line, ...headers].join('\r\n')}\r\n\r\n${body}`, 'latin1')

/** Parses one answer at the start of some bytes, if complete. @param ended no more bytes follow */
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

/** Reads one answer and ends the connection. @returns undefined when it closes without an answer */
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
