import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FileSource, OpenedFile } from '../../../src-main/core/uploads/file-source'

const pattern = Buffer.from(Uint8Array.from({ length: 65_521 }, (_, at) => at * 31 + (at >> 8) * 17))

/** Creates bytes whose pattern has a prime period, so that a shift by a byte or a piece shows. */
export const content = (bytes: number): Buffer => Buffer.alloc(bytes, pattern)

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** @param check runs after the last byte */
export const opened = (body: Readable, check = () => Promise.resolve()): OpenedFile => ({
  pieces: body,
  check,
  close() {
    body.destroy()
    return Promise.resolve()
  },
})

/** Creates a file in memory that claims `claimed` bytes, read in pieces of 64 KiB. */
export function memoryFile(bytes: Buffer, claimed = bytes.byteLength, name = 'a file.bin'): FileSource {
  const pieces = function* () {
    for (let at = 0; at < bytes.byteLength; at += 65_536) yield bytes.subarray(at, at + 65_536)
  }
  return { name, bytes: claimed, open: () => Promise.resolve(opened(Readable.from(pieces()))) }
}

/** An upload as the service received it. */
export interface Received {
  url: string
  headers: IncomingHttpHeaders
  bytes: number
  sha256: string
}

/** Reads a whole upload. */
export async function receive(request: IncomingMessage): Promise<Received> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength
    hash.update(chunk)
  }
  return { url: request.url ?? '', headers: request.headers, bytes, sha256: hash.digest('hex') }
}

/** Answers with a problem document (spec 7). */
export function refuse(
  response: ServerResponse,
  status: number,
  code: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/problem+json', ...headers })
  response.end(JSON.stringify({ type: `e/${code}`, title: code, status, code, detail: 'No.' }))
}
