import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { WebSocket as SocketClient } from 'ws'
import { startBrowser, startLoopbackHost, type LoopbackHost } from '../e2e/harness/browser-shell'
import { noKeyring } from '../e2e/harness/keyring'
import { inShell } from '../e2e/harness/shells'
import { startSimulator, type Simulator } from '../e2e/harness/simulator'
import { freshFolder } from '../e2e/harness/wall'
import { startVisitedServer } from './visited-server'

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

inShell('browser', 'The loopback host', () => {
  let simulator: Simulator
  let loopback: LoopbackHost
  let browser: Browser
  let folder: Awaited<ReturnType<typeof freshFolder>>

  beforeAll(async () => {
    simulator = await startSimulator({ devices: 2 })
    folder = await freshFolder()
    const environment = { ...noKeyring, ...simulator.environment }
    loopback = await startLoopbackHost({ userDataDir: folder.path, environment })
    const found = inject('shells').browser
    if (!found) throw new Error('there is no Chromium')
    browser = await startBrowser(found)
  })
  afterAll(async () => {
    await browser.close()
    await loopback.close()
    await simulator.close()
    await folder.remove()
  })

  const address = () => new URL(loopback.url)
  const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
    new Promise<Answer>((resolve, reject) => {
      const outgoing = request(
        { host: '127.0.0.1', port: address().port, path, method, headers },
        (answer) => {
          let body = ''
          answer.setEncoding('utf8').on('data', (text: string) => (body += text))
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }))
        },
      )
      outgoing.on('error', reject)
      outgoing.end()
    })
  /** Exchanges the printed address for its cookie. */
  const cookie = async () => {
    const { status, headers } = await ask(`/${address().search}`, {})
    expect(status).toBe(303)
    const given = String(headers['set-cookie'])
    expect(given).toMatch(/; HttpOnly; SameSite=Strict; Path=\//)
    return given.split(';')[0] ?? ''
  }
  const handshake = (headers: Record<string, string>) =>
    new Promise<number>((resolve) => {
      const socket = new SocketClient(`ws://${address().host}/bridge`, { perMessageDeflate: false, headers })
      socket.once('open', () => {
        socket.terminate()
        resolve(101)
      })
      socket.once('unexpected-response', (_request, answer) => resolve(answer.statusCode ?? 0))
      socket.once('error', () => resolve(0))
    })

  it('listens only on this machine', () => {
    expect(address().hostname).toBe('127.0.0.1')
  })

  it.each(['/', '/index.html', '/bridge', '/files/offer', '/?token=', '/?token=wrong'])(
    'refuses %s without the launch token',
    async (path) => {
      const { status, body } = await ask(path, {})
      expect(status).toBe(403)
      expect(body).toBe('Open Fleetwall with the address that it printed when it started.')
    },
  )

  it('serves the page with its policy to a browser with the token', async () => {
    const { status, headers, body } = await ask('/', { cookie: await cookie() })
    expect(status).toBe(200)
    expect(body).toContain('<title>Fleetwall</title>')
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/,
    )
    expect(headers['content-security-policy']).not.toMatch(/'unsafe/)
  })

  it.each(['localhost:PORT', 'fleetwall.example', '127.0.0.1', '127.0.0.1:1', '[::1]:PORT'])(
    'refuses the host name %s, even with the token',
    async (name) => {
      const host = name.replace('PORT', address().port)
      expect((await ask(`/${address().search}`, { host })).status).toBe(403)
      expect((await ask('/', { host, cookie: await cookie() })).status).toBe(403)
    },
  )

  it('refuses other origins, even with the cookie or token', async () => {
    const given = await cookie()
    for (const origin of [
      'http://127.0.0.1:1',
      'https://phones.example',
      'null',
      `https://${address().host}`,
    ]) {
      expect((await ask('/', { origin, cookie: given })).status).toBe(403)
      expect((await ask('/files/offer', { origin, cookie: given }, 'POST')).status).toBe(403)
      expect((await ask(`/${address().search}`, { origin })).status).toBe(403)
      expect(await handshake({ origin, cookie: given })).toBe(403)
    }
  })

  it('opens its sockets only to its own page', async () => {
    const origin = address().origin
    expect(await handshake({ origin })).toBe(403)
    expect(await handshake({ cookie: await cookie() })).toBe(403)
    expect(await handshake({ origin, cookie: await cookie() })).toBe(101)
  })

  it.each(['//', 'http://[', 'http://[/bridge', '*'])('outlives a socket for %s', async (target) => {
    const socket = connect(Number(address().port), '127.0.0.1')
    const upgrade = `GET ${target} HTTP/1.1\r\nHost: ${address().host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`
    const [answer] = (await once(socket.end(upgrade).setEncoding('utf8'), 'data')) as [string]
    expect(answer).toMatch(/^HTTP\/1\.1 40[03] /)
    expect((await ask('/', { cookie: await cookie() })).status).toBe(200)
  })

  it('gives nothing to a page of another port, even in the same browser', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(loopback.url)
    await page.locator('[data-device][data-state=live]').nth(1).waitFor()
    expect(page.url(), 'the token does not stay in the address').toBe(`${address().origin}/`)

    const elsewhere = await startVisitedServer('<title>elsewhere</title>')
    const other = await context.newPage()
    await other.goto(`http://${elsewhere.host}/`)
    const outcomes = await other.evaluate(async (host) => {
      const socket = new Promise<string>((resolve) => {
        const bridge = new WebSocket(`ws://${host}/bridge`)
        bridge.onopen = () => resolve('open')
        bridge.onerror = () => resolve('refused')
      })
      const options = { credentials: 'include' } as const
      const read = fetch(`http://${host}/index.html`, options).then(
        () => 'read',
        () => 'refused',
      )
      return { socket: await socket, read: await read }
    }, address().host)
    expect(outcomes).toEqual({ socket: 'refused', read: 'refused' })

    const framed = await other.evaluate(
      (url) =>
        new Promise<boolean>((resolve) => {
          const frame = document.createElement('iframe')
          frame.onload = () => resolve(frame.contentDocument === null)
          frame.src = url
          document.body.append(frame)
        }),
      loopback.url,
    )
    expect(framed).toBe(true)
    expect(await other.locator('iframe').contentFrame().locator('[data-device]').count()).toBe(0)
    await page.locator('[data-device][data-state=live]').nth(1).waitFor()
    await elsewhere.close()
    await context.close()
  })

  it('serves nothing outside the page’s folder', async () => {
    const given = await cookie()
    for (const path of [
      '/../main/main.js',
      '/%2e%2e/main/main.js',
      '/..%2fmain%2fmain.js',
      '/assets/../../main/main.js',
    ]) {
      expect((await ask(path, { cookie: given })).status).toBe(404)
    }
  })

  it('shows the wall in one window at a time, and says so in others', async () => {
    const context = await browser.newContext()
    const first = await context.newPage()
    await first.goto(loopback.url)
    await first.locator('[data-device][data-state=live]').nth(1).waitFor()
    const second = await context.newPage()
    await second.goto(loopback.url)
    await second.locator('[data-device][data-state=live]').nth(1).waitFor()
    await first.getByRole('alertdialog', { name: 'Fleetwall is open in another window.' }).waitFor()
    await first.getByRole('button', { name: 'Use this window' }).click()
    await first.locator('[data-device][data-state=live]').nth(1).waitFor()
    await second.getByRole('alertdialog').waitFor()
    await context.close()
  })
})
