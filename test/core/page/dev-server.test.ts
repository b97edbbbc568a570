import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { fetchFromDevServer, readDevServer } from '../../../src-main/core/page/dev-server'
import { pageHeaders } from '../../../src-main/core/page/page-headers'

describe('the address of the development server', () => {
  it.each(['http://127.0.0.1:5173', 'http://localhost:5173/', 'http://[::1]:5173'])(
    'is taken from the environment: %s',
    (address) => {
      expect(readDevServer({ ELECTRON_RENDERER_URL: address })?.port).toBe('5173')
    },
  )

  it.each([undefined, '', 'nonsense', 'http://phones.example', 'http://127.0.0.1.example', 'file:///etc'])(
    'is refused when it is not an HTTP server of this machine: %s',
    (address) => {
      expect(readDevServer({ ELECTRON_RENDERER_URL: address })).toBeNull()
    },
  )
})

describe('a page from the development server', () => {
  let server: Server
  afterEach(() => server.close())

  const listen = async () => {
    const seen: { url: string | undefined; headers: IncomingHttpHeaders }[] = []
    server = createServer(({ url, headers }, response) => {
      seen.push({ url, headers })
      response.writeHead(404, { 'content-type': 'text/css' }).end('body {}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return { seen, address: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`) }
  }

  it('keeps path, query, status and type, and passes on no cookie', async () => {
    const { seen, address } = await listen()
    const headers = new Headers({ accept: 'text/css', cookie: 'fleetwall-1=secret' })
    const answer = await fetchFromDevServer(address, new URL('fleetwall://app/a%20b.css?v=1'), (name) =>
      headers.get(name),
    )
    expect(answer).toMatchObject({ status: 404, contentType: 'text/css', body: Buffer.from('body {}') })
    expect(seen).toMatchObject([{ url: '/a%20b.css?v=1', headers: { accept: 'text/css' } }])
    expect(seen[0]?.headers.cookie).toBeUndefined()
  })

  it('cannot name another host', async () => {
    const { seen, address } = await listen()
    await fetchFromDevServer(address, { pathname: '//phones.example/a', search: '' }, () => null)
    expect(seen.map(({ url }) => url)).toEqual(['//phones.example/a'])
  })

  it('has the built page’s policy, but for hot reload, styles and Vite’s scripts', () => {
    const policy = (devServer: URL | null) => pageHeaders("'none'", devServer)['content-security-policy']
    expect(policy(new URL('http://127.0.0.1:5173'))).toBe(
      policy(null)
        ?.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
        .replace("connect-src 'none'", "connect-src 'self' ws://127.0.0.1:5173")
        .replace(/; require-trusted-types-for.*/, ''),
    )
  })
})
