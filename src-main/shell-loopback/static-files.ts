import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { extname, join, normalize, sep } from 'node:path'
import { contentTypes, pageHeaders } from '../core/page/page-headers'

/** Answers a GET with a file of the built page, or 404; nothing outside the folder can be named. */
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
  // A reader that goes away, or a file that does, ends this answer alone.
  await pipeline(createReadStream(file), response).catch(() => response.destroy())
}
