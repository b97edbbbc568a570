import { Agent, type RequestListener, type ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { exchange, type ExchangeOptions } from '../../../src-main/core/service/http-exchange'
import { systemClock } from '../../../src-main/core/time/clock'
import { createFakeClock } from '../time/fake-clock'
import { faultOfCall } from './fault-of-call'
import { startServer, type TestServer } from './http-server'
import { startRawPeer, type RawPeer } from './raw-peer'

const good = '{"ok":true}'
const connectWithinMs = 10_000
const answerWithinMs = 20_000

/** A promise with its resolve function. */
function signal() {
  let give: () => void = () => undefined
  const given = new Promise<void>((resolve) => (give = resolve))
  return { give, given }
}

describe('one HTTP exchange (spec 4)', () => {
  const open: { close(): unknown }[] = []
  afterEach(async () => {
    for (const each of open.splice(0).reverse()) await each.close()
  })

  const ask = (url: string, more: Partial<ExchangeOptions> = {}) =>
    exchange({
      url: `${url}/v1/usage`,
      method: 'GET',
      headers: {},
      payload: undefined,
      agent: false,
      trust: {},
      clock: systemClock,
      stop: new AbortController().signal,
      onHeaders: () => undefined,
      secrets: [],
      ...more,
    })
  const start = async (listener: RequestListener): Promise<TestServer> => {
    const server = await startServer(listener)
    open.push(server)
    return server
  }
  const startRaw = async (onRequest: Parameters<typeof startRawPeer>[0]): Promise<RawPeer> => {
    const peer = await startRawPeer(onRequest)
    open.push(peer)
    return peer
  }

  describe('a kept connection that the service just closed', () => {
    const answerThenReset: Parameters<typeof startRawPeer>[0] = (socket, _, nth) => {
      if (nth === 1) socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${good.length}\r\n\r\n${good}`)
      else socket.resetAndDestroy()
    }

    it('sends a read again on a new one', async () => {
      const { url, connections } = await startRaw(answerThenReset)
      const agent = new Agent({ keepAlive: true })
      await ask(url, { agent })
      expect(await ask(url, { agent })).toMatchObject({ status: 200, body: Buffer.from(good) })
      expect(connections()).toBe(2)
    })

    it('fails a write, which may have been carried out', async () => {
      const { url, host, connections } = await startRaw(answerThenReset)
      const agent = new Agent({ keepAlive: true })
      await ask(url, { agent })
      const lost = { kind: 'network', reason: 'connection-lost', host }
      expect(await faultOfCall(ask(url, { agent, method: 'POST' }))).toEqual(lost)
      expect(connections()).toBe(1)
    })
  })

  describe('an answer', () => {
    it('shows an answer that is not HTTP', async () => {
      const { url } = await startRaw((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'))
      expect(await faultOfCall(ask(url))).toEqual({
        kind: 'unreadable-answer',
        status: 0,
        why: 'not-http',
        excerpt: 'SSH-2.0-OpenSSH_9.6',
      })
    })

    it('is too long when its headers are', async () => {
      const { url } = await startRaw((socket) =>
        socket.end(`HTTP/1.1 200 OK\r\n${'x-a: b\r\n'.repeat(5000)}`),
      )
      expect(await faultOfCall(ask(url))).toMatchObject({ kind: 'unreadable-answer', why: 'too-long' })
    })

    it('shows an answer that the connection cut', async () => {
      const { url } = await start((_, response) => {
        response.writeHead(200, { 'content-length': 100 })
        response.write('{"ok":true', () => response.destroy())
      })
      expect(await faultOfCall(ask(url))).toEqual({
        kind: 'unreadable-answer',
        status: 200,
        why: 'cut',
        excerpt: '{"ok":true',
      })
    })

    it('does not read an answer that is too long', async () => {
      const long = 33 * 1024 * 1024
      const { url } = await start((request, response) => {
        if (request.method === 'GET') response.writeHead(200, { 'content-length': long }).write('{')
        else response.write(Buffer.alloc(long))
        response.on('error', () => undefined)
      })
      expect(await faultOfCall(ask(url))).toMatchObject({ kind: 'unreadable-answer', why: 'too-long' })
      expect(await faultOfCall(ask(url, { method: 'POST' }))).toMatchObject({
        kind: 'unreadable-answer',
        why: 'too-long',
      })
    })
  })

  describe('a service that does not answer', () => {
    const timeout = { kind: 'network', reason: 'timeout' }

    it.each([
      ['before it answers', () => undefined],
      [
        'in the middle of its answer',
        (response: ServerResponse) => {
          response.writeHead(200, { 'content-length': 100 })
          response.write('{"ok"')
        },
      ],
    ])('is a timeout, %s', async (_, begin) => {
      const clock = createFakeClock()
      const asked = signal()
      const { url, host } = await start((_request, response) => {
        begin(response)
        asked.give()
      })
      const call = faultOfCall(ask(url, { clock }))
      await asked.given
      clock.advance(answerWithinMs)
      expect(await call).toEqual({ ...timeout, host })
      expect(clock.pending).toBe(0)
    })

    it('allows less time for the connection', async () => {
      const clock = createFakeClock()
      const asked = signal()
      // The greeting of TLS comes, and is never returned.
      const { host } = await startRaw(() => asked.give())
      const call = faultOfCall(ask(`https://${host}`, { clock }))
      await asked.given
      clock.advance(connectWithinMs)
      expect(await call).toEqual({ ...timeout, host })
    })

    it('is a refused connection on a closed port', async () => {
      const server = await start(() => undefined)
      await server.close()
      expect(await faultOfCall(ask(server.url))).toMatchObject({ reason: 'connection-refused' })
    })
  })
})
