import type { IncomingMessage } from 'node:http'
import { invalidBody } from './problem'

const GIVE_UP_READING_MS = 5000

const heldBack = new WeakMap<IncomingMessage, () => void>()

/** Remembers how to tell a client that sent `Expect: 100-continue` to go on. */
export function holdBack(request: IncomingMessage, goOn: () => void): void {
  heldBack.set(request, goOn)
}

/** The body is about to be read: a client that waits for this may send it. */
export function askForBody(request: IncomingMessage): void {
  heldBack.get(request)?.()
  heldBack.delete(request)
}

/**
 * Lets a client that is still sending read the answer: what it sends is thrown away, and the connection is cut if it
 * does not come to an end.
 */
export function discardRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return
  request.resume()
  const timer = setTimeout(() => request.destroy(), GIVE_UP_READING_MS)
  const stop = () => clearTimeout(timer)
  request.once('close', stop)
  request.once('end', stop)
}

async function readAll(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return undefined
  askForBody(request)
  const chunks: Buffer[] = []
  let length = 0
  return new Promise((resolve, reject) => {
    const onData = (chunk: Buffer) => {
      length += chunk.length
      if (length <= limit) {
        chunks.push(chunk)
        return
      }
      request.off('data', onData)
      resolve(undefined)
    }
    request.on('data', onData)
    request.once('end', () => resolve(Buffer.concat(chunks)))
    request.once('error', reject)
    request.once('close', () => reject(new Error('the client went away')))
  })
}

/**
 * Reads a JSON body.
 * @param limit bytes @param status of the problem that answers a body that is too long or not JSON
 * @throws Problem `invalid_action`
 */
export async function readJson(request: IncomingMessage, limit: number, status: 400 | 422): Promise<unknown> {
  const bytes = await readAll(request, limit)
  if (!bytes) {
    throw invalidBody(status, [{ type: 'too_long', loc: ['body'], msg: `A body has at most ${limit} bytes` }])
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    const msg = bytes.length === 0 ? 'A body is required' : 'The body is not JSON in UTF-8'
    throw invalidBody(status, [{ type: 'json_invalid', loc: ['body'], msg }])
  }
}
