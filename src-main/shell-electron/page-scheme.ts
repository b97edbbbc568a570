import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { protocol, type Session } from 'electron'
import { fetchFromDevServer } from '../core/page/dev-server'
import { contentTypes, pageHeaders } from '../core/page/page-headers'
import { pageOrigin } from './trusted-sender'

const { protocol: schemeColon, host } = new URL(pageOrigin)
const scheme = schemeColon.slice(0, -1)

/** Registers the page's scheme. Must run before the app is ready. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme, privileges: { standard: true, secure: true } }])
}

/**
 * Serves the built page from a folder, and nothing else.
 * @param root absolute
 * @param devServer serves the page instead, in development
 */
export function servePage(session: Session, root: string, devServer: URL | null): void {
  session.protocol.handle(scheme, async (request) => {
    const url = new URL(request.url)
    if (url.host !== host) return notFound()
    try {
      return await (devServer ? serveFromVite(devServer, url, request) : serveFile(root, url))
    } catch {
      return notFound()
    }
  })
}

const notFound = () => new Response(null, { status: 404 })

async function serveFile(root: string, { pathname }: URL): Promise<Response> {
  const path = pathname === '/' ? 'index.html' : decodeURIComponent(pathname)
  const file = normalize(join(root, path))
  if (!file.startsWith(root + sep)) return notFound()
  return new Response(await readFile(file), {
    headers: {
      ...pageHeaders("'none'"),
      'content-type': contentTypes[extname(file)] ?? 'application/octet-stream',
    },
  })
}

async function serveFromVite(devServer: URL, url: URL, { headers }: Request): Promise<Response> {
  const { status, contentType, body } = await fetchFromDevServer(devServer, url, (name) => headers.get(name))
  return new Response(body, {
    status,
    headers: { ...pageHeaders("'none'", devServer), 'content-type': contentType },
  })
}
