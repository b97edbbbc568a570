import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CancellationToken } from 'builder-util-runtime'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createRoute } from '../../src-main/core/service/route'
import { RoutedRequests } from '../../src-main/shell-electron/routed-requests'
import { portOf, Proxy } from '../core/service/test-proxy'
import { untrustedCertificate } from '../core/service/untrusted-certificate'

describe('the requests of the updater', () => {
  const offered = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fleetwall-'))
    const proxy = new Proxy()
    proxy.authorization = `Basic ${Buffer.from('jo:secret').toString('base64')}`
    const feed = createServer(untrustedCertificate, (asked, response) => {
      const hops = Number(/^\/hops\/(\d+)/.exec(asked.url ?? '')?.[1] ?? 0)
      if (asked.url === '/moved') response.writeHead(302, { location: '/new' }).end()
      else if (asked.url === '/plain') response.writeHead(302, { location: 'http://127.0.0.1/new' }).end()
      else if (hops > 0) response.writeHead(302, { location: `/hops/${hops - 1}` }).end()
      else if (asked.url === '/large') response.end('x'.repeat(65 * 1024))
      else response.end('the new program')
    })
    for (const server of [proxy.server, feed]) await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => {
      vi.unstubAllEnvs()
      rmSync(folder, { recursive: true })
      for (const server of [proxy.server, feed]) {
        server.close()
        server.closeAllConnections()
      }
    })
    const authorities = join(folder, 'certificates.pem')
    const requests = new RoutedRequests(
      createRoute({
        byHand: () => `http://jo:secret@127.0.0.1:${portOf(proxy.server)}`,
        byPolicy: null,
        ofSystem: null,
        ownAuthorities: authorities,
        givenAuthorities: '',
        onUnusable: () => undefined,
      }),
    )
    const download = async (path: string, sha512?: string) => {
      const to = join(folder, 'download')
      const url = new URL(`https://127.0.0.1:${portOf(feed)}${path}`)
      await requests.download(url, to, { cancellationToken: new CancellationToken(), sha512: sha512 ?? null })
      return readFileSync(to, 'utf8')
    }
    const read = (path: string) =>
      requests.request({ hostname: '127.0.0.1', port: portOf(feed), path, protocol: 'https:' })
    return { proxy, authorities, requests, download, read }
  }

  it('take the proxy of the service, and trust the authorities of the user’s file', async () => {
    const { proxy, authorities, download } = await offered()
    writeFileSync(authorities, untrustedCertificate.cert)
    expect(await download('/moved')).toBe('the new program')
    expect(proxy.heard).toHaveLength(2)
  })

  it('trust no other authority, whatever the environment says', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const { download } = await offered()
    await expect(download('/new')).rejects.toThrow('self-signed certificate')
  })

  it('take no answer of a proxy for the file', async () => {
    const { proxy, download } = await offered()
    proxy.tunnels = 203
    await expect(download('/new')).rejects.toThrow('the proxy refused the tunnel (203)')
  })

  it('take no file with another hash', async () => {
    const { authorities, download } = await offered()
    writeFileSync(authorities, untrustedCertificate.cert)
    await expect(download('/new', 'nonsense')).rejects.toThrow('sha512')
  })

  it('follow five redirects, and none to http', async () => {
    const { authorities, download, read } = await offered()
    writeFileSync(authorities, untrustedCertificate.cert)
    expect(await download('/hops/5')).toBe('the new program')
    await expect(download('/hops/6')).rejects.toThrow('more than 5 redirects')
    expect(await read('/hops/5')).toBe('the new program')
    await expect(read('/hops/6')).rejects.toThrow('more than 5 redirects')
    await expect(download('/plain')).rejects.toThrow('https alone')
    await expect(read('/plain')).rejects.toThrow('https alone')
  })

  it('take no feed above 64 kB, and no file above its signed size', async () => {
    const { authorities, requests, download, read } = await offered()
    writeFileSync(authorities, untrustedCertificate.cert)
    await expect(read('/large')).rejects.toThrow('larger than 65536 bytes')
    requests.sizes = new Map([['signed', 5]])
    await expect(download('/new', 'signed')).rejects.toThrow('larger than 5 bytes')
  })
})
