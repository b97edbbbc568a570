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
      if (asked.url === '/moved') response.writeHead(302, { location: '/new' }).end()
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
    return { proxy, authorities, download }
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
})
