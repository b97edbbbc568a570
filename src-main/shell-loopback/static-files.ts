import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { extname, join, normalize, sep } from 'node:path'
import { fetchFromDevServer } from '../core/page/dev-server'
import { contentTypes, pageHeaders } from '../core/page/page-headers'

/** Answers a GET with a file of the built page, or 404. Paths outside the folder are not found. */
export async function serveStaticFile(root: string, path: string, response: ServerResponse): Promise<void> {
  const file = normalize(join(root, path === '/' ? 'index.html' : decodeURIComponent(path)))
  const found = file.startsWith(root + sep) && (await stat(file).catch(() => null))
  if (!found || !found.isFile()) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
    return
  }
  response.writeHead(200, {
    ...pageHeaders("'self'"),
    'content-type': contentTypes[extname(file)] ?? 'application/octet-stream',
    'content-length': found.size,
    'cache-control': 'no-store',
  })
  // Fails when the browser or the file is gone; other answers are unaffected.
  await pipeline(createReadStream(file), response).catch(() => response.destroy())
}

/** Answers a GET with a file from the Vite server, in development. */
export async function serveFromVite(
  devServer: URL,
  address: URL,
  { headers: requested }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const header = (name: string) => requested[name]?.toString()
  const { status, contentType, body } = await fetchFromDevServer(devServer, address, header)
  response.writeHead(status, { ...pageHeaders("'self'", devServer), 'content-type': contentType }).end(body)
}
