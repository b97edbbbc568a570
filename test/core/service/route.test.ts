import { createServer, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { z } from 'zod'
import { asJson } from '../../../src-main/core/service/answer-body'
import { createHttpClient } from '../../../src-main/core/service/http-client'
import {
  createRoute,
  routeSource,
  wrongProxy,
  type Route,
  type RouteOptions,
} from '../../../src-main/core/service/route'
import { createWsClient } from '../../../src-main/core/service/ws-client'
import { createFakeClock } from '../time/fake-clock'
import { faultOfCall } from './fault-of-call'
import { portOf, Proxy } from './test-proxy'
import { untrustedCertificate } from './untrusted-certificate'

describe('the route to the service', () => {
  let proxy: Proxy
  let service: Server
  let address: string
  let url: string
  let byHand: string | null
  let options: RouteOptions

  beforeEach(async () => {
    proxy = new Proxy()
    service = createServer((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    )
    new WebSocketServer({ server: service }).on('connection', (socket) => socket.send('hello'))
    for (const server of [proxy.server, service]) await once(server.listen(0, '127.0.0.1'), 'listening')
    address = `http://127.0.0.1:${portOf(proxy.server)}`
    url = `http://127.0.0.1:${portOf(service)}/v1`
    byHand = address
    options = {
      byHand: () => byHand,
      byPolicy: null,
      ofSystem: null,
      ownAuthorities: join(tmpdir(), 'no-such-file.pem'),
      givenAuthorities: '',
      onUnusable: () => undefined,
    }
    for (const name of ['http_proxy', 'https_proxy', 'no_proxy', 'all_proxy']) {
      vi.stubEnv(name, undefined)
      vi.stubEnv(name.toUpperCase(), undefined)
    }
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    for (const server of [proxy.server, service]) {
      server.close()
      server.closeAllConnections()
    }
  })

  const ask = async (route: Route, base = url) => {
    const http = createHttpClient(base, 'fw_live_id_secret', { route })
    try {
      return await http.ask({ method: 'GET', path: '/usage', once: true }, asJson(z.unknown()))
    } finally {
      http.close()
    }
  }
  const dial = (route: Route, base = url) =>
    new Promise((resolve) => {
      const sockets = createWsClient(createFakeClock(), base.replace('http', 'ws').slice(0, -3), 'k', route)
      const socket = sockets.dial(
        '/v1/a',
        1024,
      )({
        open: () => undefined,
        message(data) {
          socket.close()
          resolve(data.toString())
          return data
        },
        refused: resolve,
        failed: resolve,
        closed: resolve,
      })
    })

  it('leads requests and sockets through the proxy set by hand', async () => {
    const route = createRoute(options)
    expect(await ask(route)).toEqual({})
    expect(await dial(route)).toBe('hello')
    expect(proxy.heard).toEqual([`GET ${url}/usage`, `CONNECT ${new URL(url).host}`])
  })

  it('uses no connection to a proxy twice for plain requests', async () => {
    let connections = 0
    proxy.server.on('connection', () => (connections += 1))
    const http = createHttpClient(url, 'fw_live_id_secret', { route: createRoute(options) })
    for (const method of ['GET', 'POST'] as const)
      await http.ask({ method, path: '/usage', once: true }, asJson(z.unknown()))
    http.close()
    expect(connections).toBe(2)
  })

  it('follows the environment, but not where NO_PROXY says so', async () => {
    byHand = null
    vi.stubEnv('HTTP_PROXY', address)
    await ask(createRoute(options))
    expect(proxy.heard).toHaveLength(1)
    vi.stubEnv('no_proxy', '127.0.0.1')
    await ask(createRoute(options))
    byHand = ''
    await dial(createRoute(options))
    expect(proxy.heard).toHaveLength(1)
  })

  it('follows policy and system for other computers alone', () => {
    byHand = null
    const far = new URL('https://phones.example/v1')
    const near = new URL('http://localhost:8080/v1')
    expect(createRoute({ ...options, byPolicy: address }).agentFor(far, 0)).not.toBe(null)
    expect(createRoute({ ...options, byPolicy: address }).agentFor(near, 0)).toBe(null)
    const ofSystem = () => Promise.resolve('DIRECT')
    expect(createRoute({ ...options, ofSystem }).agentFor(far, 0)).not.toBe(null)
    expect(createRoute({ ...options, ofSystem }).agentFor(near, 0)).toBe(null)
    expect(createRoute(options).agentFor(far, 0)).toBe(null)
  })

  it('tries the next proxy of a PAC file, and avoids the dead one for a while', async () => {
    byHand = null
    const dead = createServer()
    await once(dead.listen(0, '127.0.0.1'), 'listening')
    const deadPort = portOf(dead)
    dead.close()
    const clock = createFakeClock()
    let answer = `PROXY 127.0.0.1:${deadPort}; junk; PROXY ${new URL(address).host}; DIRECT`
    const route = createRoute({ ...options, clock, ofSystem: () => Promise.resolve(answer) })
    const far = url.replace('127.0.0.1', 'phones.invalid')
    expect(await dial(route, far)).toBe('hello')
    expect(await ask(route, far)).toEqual({})
    expect(proxy.heard).toEqual([`CONNECT ${new URL(far).host}`, `GET ${far}/usage`])
    answer = `HTTPS 127.0.0.1:${deadPort}; SOCKS5 127.0.0.1:${deadPort}; ${answer}`
    expect(await dial(route, far)).toBe('hello')
    expect(proxy.heard).toHaveLength(3)
    const revived = createServer().on('connect', (_, socket) =>
      socket.end('HTTP/1.1 407 No\r\ncontent-length: 0\r\n\r\n'),
    )
    await once(revived.listen(deadPort, '127.0.0.1'), 'listening')
    await dial(route, far)
    expect(proxy.heard).toHaveLength(4)
    clock.advance(5 * 60_000)
    answer = `PROXY 127.0.0.1:${deadPort}; PROXY ${new URL(address).host}`
    expect(await dial(route, far)).toMatchObject({ reason: 'proxy-password' })
    expect(proxy.heard).toHaveLength(4)
    revived.close()
  })

  it('names the proxy that asks for a password, and takes one', async () => {
    proxy.authorization = `Basic ${Buffer.from('jo:a b').toString('base64')}`
    const refused = { kind: 'network', reason: 'proxy-password', host: new URL(address).host }
    expect(await faultOfCall(ask(createRoute(options)))).toEqual(refused)
    expect(await dial(createRoute(options))).toEqual(refused)
    byHand = address.replace('//', '//jo@')
    expect(await faultOfCall(ask(createRoute(options)))).toEqual(refused)
    byHand = address.replace('//', '//jo:wrong@')
    const wrong = { ...refused, reason: 'proxy-login-refused' }
    expect(await faultOfCall(ask(createRoute(options)))).toEqual(wrong)
    expect(await dial(createRoute(options))).toEqual(wrong)
    byHand = address.replace('//', '//jo:a%20b@')
    expect(await ask(createRoute(options))).toEqual({})
    expect(await dial(createRoute(options))).toBe('hello')
  })

  it('waits for the password that the keychain keeps', async () => {
    proxy.authorization = `Basic ${Buffer.from('jo:secret').toString('base64')}`
    byHand = address.replace('//', '//jo@')
    let know: () => void = () => undefined
    const byHandKnown = new Promise<void>((resolve) => (know = resolve))
    const asked = ask(createRoute({ ...options, byHandKnown }))
    byHand = address.replace('//', '//jo:secret@')
    know()
    expect(await asked).toEqual({})
  })

  it('names the proxy that refuses or ends a tunnel', async () => {
    const { host } = new URL(address)
    proxy.tunnels = 403
    expect(await dial(createRoute(options))).toEqual({ kind: 'network', reason: 'proxy-refused', host })
    proxy.tunnels = 'cut'
    expect(await dial(createRoute(options))).toEqual({ kind: 'network', reason: 'proxy-cut', host })
    proxy.server.close()
    proxy.server.closeAllConnections()
    const gone = { kind: 'network', reason: 'proxy-unreachable', host }
    expect(await dial(createRoute(options))).toEqual(gone)
    expect(await faultOfCall(ask(createRoute(options)))).toEqual(gone)
  })

  it('names a proxy whose address is malformed, without its password', async () => {
    byHand = 'http://jo:s3cret@bad host:99'
    const gone = { kind: 'network', reason: 'proxy-address', host: 'http://bad host:99' }
    expect(await faultOfCall(ask(createRoute(options)))).toEqual(gone)
    expect(await dial(createRoute(options))).toEqual(gone)
    expect(wrongProxy(options)).toBe('http://bad host:99')
    byHand = address
    expect(wrongProxy(options)).toBe(null)
  })

  it('trusts a proxy by the authorities of a file, and names the proxy else', async () => {
    const secure = createSecureServer(untrustedCertificate)
    proxy.server.listeners('connect').forEach((each) => secure.on('connect', each as () => void))
    proxy.server.listeners('request').forEach((each) => secure.on('request', each as () => void))
    await once(secure.listen(0, '127.0.0.1'), 'listening')
    byHand = `https://localhost:${(secure.address() as AddressInfo).port}`
    const distrusted = { kind: 'network', reason: 'proxy-tls', host: new URL(byHand).host }
    expect(await faultOfCall(ask(createRoute(options)))).toEqual(distrusted)
    expect(await dial(createRoute(options))).toEqual(distrusted)
    const path = join(mkdtempSync(join(tmpdir(), 'fleetwall-ca-')), 'ca.pem')
    await writeFile(path, untrustedCertificate.cert)
    const trusting = createRoute({ ...options, givenAuthorities: path })
    expect(await ask(trusting)).toEqual({})
    expect(await dial(trusting)).toBe('hello')
    secure.close()
    secure.closeAllConnections()
  })

  it('has a SOCKS proxy look the service’s name up', async () => {
    const heard: string[] = []
    const socks = createTcpServer((socket) => {
      socket.once('data', () => {
        socket.write(Buffer.from([5, 0]))
        socket.once('data', (asked) => {
          heard.push(asked.subarray(5, 5 + (asked[4] ?? 0)).toString())
          socket.end(Buffer.from([5, 4, 0, 1, 0, 0, 0, 0, 0, 0]))
        })
      })
    })
    await once(socks.listen(0, '127.0.0.1'), 'listening')
    byHand = `socks5://127.0.0.1:${(socks.address() as AddressInfo).port}`
    const fault = await dial(createRoute(options), 'http://phones.invalid/v1')
    expect(fault).toEqual({ kind: 'network', reason: 'proxy-refused', host: new URL(byHand).host })
    expect(heard).toEqual(['phones.invalid'])
    socks.close()
  })

  it('names its source and its host, and no password', () => {
    const ofSystem = () => Promise.resolve('DIRECT')
    byHand = null
    expect(routeSource(options)).toEqual({ from: 'none', proxy: '' })
    expect(routeSource({ ...options, ofSystem })).toEqual({ from: 'system', proxy: '' })
    expect(routeSource({ ...options, byPolicy: 'proxy.example:3128' })).toEqual({
      from: 'policy',
      proxy: 'proxy.example:3128',
    })
    vi.stubEnv('https_proxy', 'http://jo:p@ss@proxy.example:80/')
    expect(routeSource(options)).toEqual({ from: 'environment', proxy: 'proxy.example:80' })
    byHand = 'http://jo:s3cret@127.0.0.1:1'
    expect(routeSource(options)).toEqual({ from: 'hand', proxy: '127.0.0.1:1' })
  })

  it('tells a refusal of something on the way from the service’s own', async () => {
    const gateway = createServer().on('upgrade', (_, socket) =>
      socket.end('HTTP/1.1 403 Forbidden\r\nvia: 1.1 gate.example\r\ncontent-length: 0\r\n\r\n'),
    )
    await once(gateway.listen(0, '127.0.0.1'), 'listening')
    byHand = ''
    expect(await dial(createRoute(options), `http://127.0.0.1:${portOf(gateway)}/v1`)).toEqual({
      kind: 'network',
      reason: 'proxy-sockets',
      host: '1.1 gate.example',
    })
    gateway.close()
  })

  it('names who issued a certificate, and trusts the authorities of a file', async () => {
    const secure = createSecureServer(untrustedCertificate, (_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    )
    await once(secure.listen(0, '127.0.0.1'), 'listening')
    const base = `https://localhost:${(secure.address() as AddressInfo).port}/v1`
    byHand = ''
    expect(await faultOfCall(ask(createRoute(options), base))).toMatchObject({
      kind: 'network',
      reason: 'tls',
    })
    const path = join(mkdtempSync(join(tmpdir(), 'fleetwall-ca-')), 'ca.pem')
    await writeFile(path, untrustedCertificate.cert)
    const unusable: string[] = []
    const onUnusable = (file: string) => unusable.push(file)
    const fault = await ask(createRoute({ ...options, givenAuthorities: path, onUnusable }), base).catch(
      (error: unknown) => error,
    )
    expect(fault).toEqual({})
    expect(unusable).toEqual([])
    byHand = address
    expect(await ask(createRoute({ ...options, ownAuthorities: path }), base)).toEqual({})
    expect(proxy.heard).toEqual([`CONNECT ${new URL(base).host}`])
    secure.close()
    secure.closeAllConnections()
  })

  it('says which file of authorities it cannot use', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'fleetwall-ca-')), 'ca.pem')
    await writeFile(path, '-----BEGIN CERTIFICATE-----\nnothing\n-----END CERTIFICATE-----\n')
    const unusable: string[] = []
    const missing = `${path}.missing`
    createRoute({
      ...options,
      ownAuthorities: path,
      givenAuthorities: missing,
      onUnusable: (file) => unusable.push(file),
    }).trust()
    expect(unusable).toEqual([path, missing])
  })
})
