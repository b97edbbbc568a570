const loopbackHosts = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Reads the address of the Vite server that `npm run dev` has started. Only development builds call it.
 * @returns null without one, or for an address that is not of this machine
 */
export function readDevServer(environment: Readonly<Record<string, string | undefined>>): URL | null {
  const address = environment['ELECTRON_RENDERER_URL'] ?? ''
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  return url.protocol === 'http:' && loopbackHosts.includes(url.hostname) ? url : null
}

// Vite answers a stylesheet otherwise to an import than to a link.
const passedOn = ['accept', 'sec-fetch-dest']

/**
 * Fetches a file of the page from the Vite server.
 * @param address path and query are those of the file
 * @param header returns a header of the page's request
 */
export async function fetchFromDevServer(
  devServer: URL,
  { pathname, search }: Pick<URL, 'pathname' | 'search'>,
  header: (name: string) => string | null | undefined,
): Promise<{ status: number; contentType: string; body: Buffer<ArrayBuffer> }> {
  const url = new URL(devServer)
  url.pathname = pathname
  url.search = search
  const headers = passedOn.flatMap((name) => {
    const value = header(name)
    return value ? [[name, value] as [string, string]] : []
  })
  const response = await fetch(url, { headers })
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? 'application/octet-stream',
    body: Buffer.from(await response.arrayBuffer()),
  }
}
