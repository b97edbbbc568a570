import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { WebSocket as SocketClient } from 'ws'
import { connectBrowser, startLoopbackHost, type LoopbackHost } from '../e2e/harness/browser-shell'
import { plainEnvironment } from '../e2e/harness/environment'
import { ended, outputOf } from '../e2e/harness/process'
import { root } from '../e2e/harness/programs'
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
  const folders: Awaited<ReturnType<typeof freshFolder>>[] = []
  /** The path and cookie of a raw client that has used the printed address. */
  let own: { base: string; cookie: string }

  const startHost = async () => {
    const folder = await freshFolder()
    folders.push(folder)
    const environment = { ...noKeyring, ...simulator.environment }
    return startLoopbackHost({ userDataDir: folder.path, environment })
  }

  beforeAll(async () => {
    simulator = await startSimulator({ devices: 2 })
    loopback = await startHost()
    own = await enter()
    const found = inject('shells').browser
    if (!found) throw new Error('there is no Chromium')
    browser = await connectBrowser(found)
  })
  afterAll(async () => {
    await browser.close()
    await loopback.close()
    await simulator.close()
    for (const folder of folders) await folder.remove()
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
  /** Exchanges the printed address for its path and cookie, once. */
  const enter = async () => {
    const { status, headers } = await ask(`/${address().search}`, {})
    expect(status).toBe(303)
    const base = String(headers['location'])
    const given = String(headers['set-cookie'])
    expect(given.endsWith(`; HttpOnly; SameSite=Strict; Path=${base}`)).toBe(true)
    return { base, cookie: given.split(';')[0] ?? '' }
  }
  const handshake = (headers: Record<string, string>, path = `${own.base}bridge`) =>
    new Promise<number>((resolve) => {
      const socket = new SocketClient(`ws://${address().host}${path}`, { perMessageDeflate: false, headers })
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

  it('takes its printed address once', async () => {
    expect((await ask(`/${address().search}`, {})).status).toBe(403)
    expect((await ask(`/${address().search}`, { cookie: own.cookie })).status).toBe(403)
  })

  it.each([
    '/',
    '/index.html',
    '/bridge',
    '/files/offer',
    '/?token=',
    '/?token=wrong',
    'BASE',
    'BASEindex.html',
  ])('refuses %s without the cookie', async (path) => {
    const { status, body } = await ask(path.replace('BASE', own.base), {})
    expect(status).toBe(403)
    expect(body).toMatch(/^Open Fleetwall with the address that it printed when it started\./)
  })

  it('serves the page with its policies to a browser with the cookie', async () => {
    const { status, headers, body } = await ask(own.base, { cookie: own.cookie })
    expect(status).toBe(200)
    expect(body).toContain('<title>Fleetwall</title>')
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/)
    expect(policy).toContain("; require-trusted-types-for 'script'; trusted-types default vue")
    expect(policy).not.toMatch(/'unsafe/)
    expect(headers['permissions-policy']).toContain('camera=(), clipboard-read=()')
  })

  it.each(['localhost:PORT', 'fleetwall.example', '127.0.0.1', '127.0.0.1:1', '[::1]:PORT'])(
    'refuses the host name %s, even with the cookie',
    async (name) => {
      const host = name.replace('PORT', address().port)
      expect((await ask(own.base, { host, cookie: own.cookie })).status).toBe(403)
    },
  )

  it('refuses other origins, even with the cookie', async () => {
    const { base, cookie } = own
    for (const origin of [
      'http://127.0.0.1:1',
      'https://phones.example',
      'null',
      `https://${address().host}`,
    ]) {
      expect((await ask(base, { origin, cookie })).status).toBe(403)
      expect((await ask(`${base}files/offer`, { origin, cookie }, 'POST')).status).toBe(403)
      expect(await handshake({ origin, cookie })).toBe(403)
    }
  })

  it('opens its sockets only to its own page', async () => {
    const { origin } = address()
    const { cookie } = own
    expect(await handshake({ origin })).toBe(403)
    expect(await handshake({ cookie })).toBe(403)
    expect(await handshake({ origin, cookie }, '/bridge')).toBe(403)
    expect(await handshake({ origin, cookie })).toBe(101)
  })

  /** Writes raw bytes to the host. @returns the first bytes of its answer; empty if it hangs up without one */
  const raw = (text: string) =>
    new Promise<string>((resolve) => {
      let answer = ''
      const socket = connect(Number(address().port), '127.0.0.1')
      socket.setEncoding('utf8').on('data', (data: string) => (answer += data))
      socket.on('error', () => undefined)
      socket.on('close', () => resolve(answer))
      socket.write(text)
    })

  it.each([
    '//',
    'http://[',
    'http://[/bridge',
    'http://127.0.0.1/',
    '*',
    '/%',
    '/%00',
    `/${'a'.repeat(40_000)}`,
  ])('outlives a request and a socket for %#', async (target) => {
    const head = `GET ${target} HTTP/1.1\r\nHost: ${address().host}\r\n`
    expect(await raw(`${head}Connection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 4\d\d /)
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
    expect(await raw(head + upgrade)).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect((await ask(own.base, { cookie: own.cookie })).status).toBe(200)
  })

  it('hangs up on a client that is slow with its headers or its body', async () => {
    const head = `POST / HTTP/1.1\r\nHost: ${address().host}\r\n`
    const begun = performance.now()
    const [slowHead, slowBody] = await Promise.all([raw(head), raw(`${head}Content-Length: 9\r\n\r\nx`)])
    expect(performance.now() - begun).toBeLessThan(15_000)
    expect(slowHead).toMatch(/^HTTP\/1\.1 408 /)
    expect(slowBody).toMatch(/^HTTP\/1\.1 403 /)
  })

  it('bounds the connections of strangers', async () => {
    const sockets = Array.from({ length: 300 }, () => connect(Number(address().port), '127.0.0.1'))
    for (const socket of sockets) socket.on('error', () => undefined)
    let ended = 0
    await new Promise<void>((resolve) => {
      for (const socket of sockets)
        socket.resume().on('close', () => {
          ended += 1
          if (ended >= 300 - 256) resolve()
        })
    })
    for (const socket of sockets) socket.destroy()
    await expect.poll(async () => (await ask(own.base, { cookie: own.cookie })).status).toBe(200)
  })

  it('keeps no place for a refused socket whose client leaves it open', async () => {
    const upgrade = `GET / HTTP/1.1\r\nHost: ${address().host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`
    const open = { port: Number(address().port), host: '127.0.0.1', allowHalfOpen: true }
    const sockets = Array.from({ length: 256 }, () => connect(open))
    await Promise.all(
      sockets.map((socket) =>
        once(
          socket.resume().on('error', () => undefined),
          'connect',
        ),
      ),
    )
    await Promise.all(sockets.map((socket) => (socket.write(upgrade), once(socket, 'end'))))
    expect((await ask(own.base, { cookie: own.cookie })).status).toBe(200)
    for (const socket of sockets) socket.destroy()
  })

  it('gives nothing to a neighbour’s server, in the same browser or in another', async () => {
    const person = await startHost()
    const { host, origin } = new URL(person.url)
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(person.url)
    await page.locator('[data-device][data-state=live]').nth(1).waitFor()
    const own = new URL(page.url()).pathname
    expect(page.url(), 'the token does not stay in the address').not.toContain('token')

    const neighbour = await startVisitedServer('<title>elsewhere</title>')
    const other = await context.newPage()
    for (const path of ['/', '/bridge', '/index.html']) await other.goto(`http://${neighbour.host}${path}`)
    await other.goto(`http://localhost:${new URL(`http://${neighbour.host}`).port}/`)
    await other.goto(`http://${neighbour.host}/`)
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
    }, host)
    expect(outcomes).toEqual({ socket: 'refused', read: 'refused' })
    const sent = neighbour.heads.join('\n')
    expect(sent).not.toMatch(/cookie/i)
    for (const secret of [new URL(person.url).searchParams.get('token') ?? '', own.slice(1, -1)])
      expect(sent).not.toContain(secret)

    const framed = await other.evaluate(
      (url) =>
        new Promise<boolean>((resolve) => {
          const frame = document.createElement('iframe')
          frame.onload = () => resolve(frame.contentDocument === null)
          frame.src = url
          document.body.append(frame)
        }),
      page.url(),
    )
    expect(framed).toBe(true)
    expect(await other.locator('iframe').contentFrame().locator('[data-device]').count()).toBe(0)

    const stranger = await (await browser.newContext()).newPage()
    for (const url of [person.url, page.url(), `${origin}/`]) {
      expect((await stranger.goto(url))?.status()).toBe(403)
    }
    await page.reload()
    await page.locator('[data-device][data-state=live]').nth(1).waitFor()
    await stranger.context().close()
    await context.close()
    await neighbour.close()
    await person.close()
  })

  it('leaves its folder to one process at a time', async () => {
    const person = await startHost()
    const [folder] = folders.slice(-1)
    const second = spawn(
      process.execPath,
      [join(root, 'out/main/loopback.js'), '--user-data-dir', folder?.path ?? ''],
      {
        env: { ...plainEnvironment(), ...noKeyring },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    const output = outputOf(second)
    expect(await ended(second)).toBe(1)
    expect(output.text()).toContain(`Fleetwall is already running with the folder ${folder?.path}.`)
    await person.close()
  })

  it('serves nothing outside the page’s folder', async () => {
    for (const path of [
      '../main/main.js',
      '%2e%2e/main/main.js',
      '..%2fmain%2fmain.js',
      'assets/../../main/main.js',
    ]) {
      const { status } = await ask(`${own.base}${path}`, { cookie: own.cookie })
      expect(status).toBe(404)
    }
  })

  it('shows the wall in one window at a time, and says so in others', async () => {
    const person = await startHost()
    const context = await browser.newContext()
    const first = await context.newPage()
    await first.goto(person.url)
    await first.locator('[data-device][data-state=live]').nth(1).waitFor()
    const second = await context.newPage()
    await second.goto(first.url())
    await second.locator('[data-device][data-state=live]').nth(1).waitFor()
    await first.getByRole('alertdialog', { name: 'Fleetwall is open in another window.' }).waitFor()
    await first.getByRole('button', { name: 'Use this window' }).click()
    await first.locator('[data-device][data-state=live]').nth(1).waitFor()
    await second.getByRole('alertdialog').waitFor()
    await person.close()
    await first.getByRole('alertdialog', { name: 'Lost the connection to Fleetwall.' }).waitFor()
    await context.close()
  })
})
