import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { protocol, type Session } from 'electron'
import { contentTypes, pageHeaders } from '../core/page/page-headers'
import { pageOrigin } from './trusted-sender'

const { protocol: schemeColon, host } = new URL(pageOrigin)
const scheme = schemeColon.slice(0, -1)

/** Must run before the app is ready. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme, privileges: { standard: true, secure: true } }])
}

/** Serves the built page from a folder, and nothing else from anywhere. */
export function servePage(session: Session, root: string): void {
  session.protocol.handle(scheme, async (request) => {
    const url = new URL(request.url)
    const path = url.pathname === '/' ? 'index.html' : decodeURIComponent(url.pathname)
    const file = normalize(join(root, path))
    if (url.host !== host || !file.startsWith(root + sep)) return new Response(null, { status: 404 })
    try {
      return new Response(await readFile(file), {
        headers: {
          ...pageHeaders("'none'"),
          'content-type': contentTypes[extname(file)] ?? 'application/octet-stream',
        },
      })
    } catch {
      return new Response(null, { status: 404 })
    }
  })
}
