import type { Fault } from '../../../src-shared/protocol/fault'
import type { RequestListener, ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import packageFile from '../../../package.json'
import { asJpeg, asJson } from '../../../src-main/core/service/answer-body'
import { systemClock, type Clock } from '../../../src-main/core/time/clock'
import {
  createHttpClient,
  type HttpClient,
  type HttpClientOptions,
  type ReadOptions,
} from '../../../src-main/core/service/http-client'
import { createFakeClock } from '../time/fake-clock'
import { faultOfCall } from './fault-of-call'
import { startServer, type TestServer } from './http-server'
import { refuse } from '../uploads/upload-service'

const apiKey = 'fw_live_id_c4nary'
const answer = asJson(z.looseObject({ ok: z.boolean(), list: z.array(z.object({ id: z.int() })).optional() }))
const good = '{"ok":true}'

const connectWithinMs = 10_000
const answerWithinMs = 20_000

/** A clock on which waits are noted and over at once, and no time-out ever comes. */
function hastyClock() {
  const waits: number[] = []
  const clock: Clock = {
    ...systemClock,
    after(ms, run) {
      if (ms !== connectWithinMs && ms !== answerWithinMs) {
        waits.push(ms)
        queueMicrotask(run)
      }
      return () => undefined
    },
  }
  return { clock, waits }
}

/** A promise with its resolve function. */
function signal() {
  let give: () => void = () => undefined
  const given = new Promise<void>((resolve) => (give = resolve))
  return { give, given }
}

describe('HTTP client (spec 4, 5)', () => {
  const open: { close(): unknown }[] = []
  afterEach(async () => {
    for (const each of open.splice(0).reverse()) await each.close()
  })

  const clientOf = (url: string, options: HttpClientOptions = {}): HttpClient => {
    const http = createHttpClient(`${url}/v1`, apiKey, options)
    open.push(http)
    return http
  }
  const start = async (
    listener: RequestListener,
    options?: HttpClientOptions,
  ): Promise<[HttpClient, TestServer]> => {
    const server = await startServer(listener)
    open.push(server)
    return [clientOf(server.url, options), server]
  }
  const read = (http: HttpClient, options: ReadOptions = {}) =>
    http.ask({ method: 'GET', path: '/usage', ...options }, answer)
  const readOnce = (http: HttpClient) => read(http, { once: true })
  const write = (http: HttpClient, options: ReadOptions = {}) =>
    http.ask({ method: 'POST', path: '/devices/a/actions', body: { type: 'tap' }, ...options }, answer)

  describe('a request', () => {
    it('carries the key as a header, a User-Agent of our own, and JSON with its length', async () => {
      const seen: unknown[] = []
      const [http] = await start((request, response) => {
        const { authorization, 'user-agent': agent, 'content-length': length } = request.headers
        request.setEncoding('utf8').once('data', (body) => {
          seen.push(request.method, request.url, authorization, agent, length, body)
          response.end(good)
        })
      })
      const call = http.ask({ method: 'PATCH', path: '/devices/a', body: { notes: 'ü' } }, answer)
      expect(await call).toEqual({ ok: true })
      expect(seen).toEqual([
        'PATCH',
        '/v1/devices/a',
        `Bearer ${apiKey}`,
        `Fleetwall/${packageFile.version}`,
        '14',
        '{"notes":"ü"}',
      ])
    })

    it('reuses the connection', async () => {
      const [http, server] = await start((_, response) => response.end(good))
      for (let call = 0; call < 4; call++) await read(http)
      await write(http)
      expect(server.connections()).toBe(1)
    })

    it('follows no redirect, and sends no key there', async () => {
      const other = await startServer((_, response) => response.end(good))
      open.push(other)
      const [http] = await start((_, response) => response.writeHead(302, { location: other.url }).end())
      expect(await faultOfCall(read(http))).toMatchObject({ kind: 'unreadable-answer', status: 302 })
      expect(other.connections()).toBe(0)
    })
  })

  describe('an answer', () => {
    it('turns a problem document into its fault', async () => {
      const [http] = await start((_, response) => refuse(response, 404, 'device_not_found'))
      expect(await faultOfCall(read(http))).toEqual({
        kind: 'problem',
        code: 'device_not_found',
        status: 404,
        detail: 'No.',
      })
    })

    it('keeps unknown fields', async () => {
      const [http] = await start((_, response) => response.end('{"ok":true,"new":[1]}'))
      expect(await read(http)).toEqual({ ok: true, new: [1] })
    })

    it.each([
      ['', 'empty'],
      ['<html>Log in', 'html'],
      ['{"ok":', 'cut'],
      ['ok', 'not-json'],
    ])('cannot read %j', async (body, why) => {
      const [http] = await start((_, response) => response.end(body))
      expect(await faultOfCall(read(http))).toMatchObject({ kind: 'unreadable-answer', status: 200, why })
    })

    it.each([
      ['{}', 'missing-field', 'ok'],
      ['{"ok":"yes"}', 'wrong-field', 'ok'],
      ['{"ok":true,"list":[{"id":1},{}]}', 'missing-field', 'list.1.id'],
      ['{"ok":true,"list":[{"id":1.5}]}', 'wrong-field', 'list.0.id'],
      ['[]', 'wrong-field', ''],
    ])('names the missing or wrong field of %j', async (body, why, field) => {
      const [http] = await start((_, response) => response.end(body))
      expect(await faultOfCall(read(http))).toMatchObject({ kind: 'unreadable-answer', why, field })
    })

    it.each([
      ['text/html', '<p>Sorry', 'html'],
      ['image/png', 'PNG', 'content-type'],
      ['image/jpeg', 'JFIF, but none', 'not-jpeg'],
      ['image/jpeg', '', 'empty'],
    ])('takes %s %j for no screenshot', async (type, body, why) => {
      const [http] = await start((_, response) => response.writeHead(200, { 'content-type': type }).end(body))
      const call = http.ask({ method: 'GET', path: '/devices/a/snapshot' }, asJpeg)
      expect(await faultOfCall(call)).toMatchObject({ kind: 'unreadable-answer', why })
    })
  })

  describe('a read that fails', () => {
    /** Answers the first calls with `fail`, and then well. */
    const failing = (times: number, fail: (response: ServerResponse) => void) => {
      const asked = { count: 0 }
      const listener: RequestListener = (_, response) => {
        asked.count += 1
        if (asked.count <= times) fail(response)
        else response.end(good)
      }
      return { asked, listener }
    }
    const almostOne = () => 1 - 2 ** -53

    it.each([
      [500, 'internal'],
      [503, 'device_offline'],
      [504, 'kernel_timeout'],
      [429, 'rate_limited'],
    ])('with %i %s goes out three times at most, after growing waits', async (status, code) => {
      const { clock, waits } = hastyClock()
      const { asked, listener } = failing(2, (response) => refuse(response, status, code))
      const [http] = await start(listener, { clock, random: almostOne })
      expect(await read(http)).toEqual({ ok: true })
      expect(waits).toEqual([1000, 2000])
      asked.count = -1
      expect(await faultOfCall(read(http))).toMatchObject({ kind: 'problem', code })
      expect(asked.count).toBe(2)
    })

    it.each<[string, (response: ServerResponse) => void]>([
      ['by a lost connection', (response) => response.destroy()],
      [
        'by a cut answer',
        (response) => response.writeHead(200, { 'content-length': 9 }).write('{', () => response.destroy()),
      ],
      ['with a 504 of a proxy', (response) => response.writeHead(504).end('<html>Time-out')],
    ])('%s is retried', async (_, fail) => {
      const { clock } = hastyClock()
      const { asked, listener } = failing(2, fail)
      const [http] = await start(listener, { clock })
      expect(await read(http)).toEqual({ ok: true })
      expect(asked.count).toBe(3)
    })

    it.each([
      [400, 'invalid_action'],
      [401, 'unauthorized'],
      [403, 'forbidden'],
      [403, 'device_blocked'],
      [404, 'device_not_found'],
      [429, 'quota_exceeded'],
      [429, 'max_active_devices_reached'],
      [503, 'upstream_unavailable'],
    ])('with %i %s is not retried', async (status, code) => {
      const { clock, waits } = hastyClock()
      const { asked, listener } = failing(1, (response) => refuse(response, status, code))
      const [http] = await start(listener, { clock })
      expect(await faultOfCall(read(http))).toMatchObject({ code })
      expect([asked.count, waits]).toEqual([1, []])
    })

    it('goes out no more once the key was refused while it waited', async () => {
      const { clock, waits } = hastyClock()
      const revoked: Fault = { kind: 'socket-closed', code: 4401, reason: '' }
      const { asked, listener } = failing(2, (response) => refuse(response, 500, 'internal'))
      const [http] = await start(listener, { clock, refusal: () => (waits.length > 0 ? revoked : null) })
      expect(await faultOfCall(read(http))).toEqual(revoked)
      expect(asked.count).toBe(1)
    })

    it('waits for Retry-After and a random time on top', async () => {
      const { clock, waits } = hastyClock()
      const { listener } = failing(2, (response) => {
        response.setHeader('retry-after', '7')
        refuse(response, 429, 'rate_limited')
      })
      const [http] = await start(listener, { clock, random: () => 0.5 })
      await read(http)
      expect(waits).toEqual([7500, 8000])
    })

    it('fails when Retry-After asks for more than 30 s', async () => {
      const { clock, waits } = hastyClock()
      const { asked, listener } = failing(1, (response) => {
        response.setHeader('retry-after', '31')
        refuse(response, 429, 'rate_limited')
      })
      const [http] = await start(listener, { clock })
      expect(await faultOfCall(read(http))).toMatchObject({ code: 'rate_limited', retryAfterS: 31 })
      expect([asked.count, waits]).toEqual([1, []])
    })

    it('is sent once when its caller repeats it', async () => {
      const { clock } = hastyClock()
      const { asked, listener } = failing(99, (response) => refuse(response, 500, 'internal'))
      const [http] = await start(listener, { clock })
      await faultOfCall(readOnce(http))
      expect(asked.count).toBe(1)
    })
  })

  describe('a write that fails', () => {
    it.each<[string, (response: ServerResponse) => void]>([
      ['500', (response) => refuse(response, 500, 'internal')],
      ['503', (response) => refuse(response, 503, 'device_offline')],
      ['429', (response) => refuse(response, 429, 'rate_limited')],
      ['a lost connection', (response) => response.destroy()],
    ])('is never retried after %s', async (_, fail) => {
      const { clock } = hastyClock()
      let asked = 0
      const [http] = await start(
        (_request, response) => {
          asked += 1
          fail(response)
        },
        { clock },
      )
      await faultOfCall(write(http))
      expect(asked).toBe(1)
    })
  })

  describe('a cancelled call', () => {
    const cancelled = { kind: 'cancelled' }

    it('does not go out when cancelled before', async () => {
      const [http, server] = await start((_, response) => response.end(good))
      expect(await faultOfCall(read(http, { signal: AbortSignal.abort() }))).toEqual(cancelled)
      expect(server.connections()).toBe(0)
    })

    it.each(['by its signal', 'because the client is closed'])('ends under way, %s', async (how) => {
      const asked = signal()
      const gone = signal()
      const abort = new AbortController()
      const clock = createFakeClock()
      const [http] = await start(
        (request) => {
          request.on('close', gone.give)
          asked.give()
        },
        { clock },
      )
      const call = faultOfCall(read(http, { signal: abort.signal }))
      await asked.given
      if (how === 'by its signal') abort.abort()
      else http.close()
      expect(await call).toEqual(cancelled)
      await gone.given
      expect(clock.pending).toBe(0)
    })

    it.each(['by its signal', 'because the client is closed'])('ends while it waits, %s', async (how) => {
      const waiting = signal()
      const abort = new AbortController()
      let asked = 0
      const clock: Clock = {
        ...systemClock,
        after(ms) {
          if (ms === 1000) waiting.give()
          return () => undefined
        },
      }
      const [http] = await start(
        (_, response) => {
          asked += 1
          refuse(response, 500, 'internal')
        },
        { clock, random: () => 1 },
      )
      const call = faultOfCall(read(http, { signal: abort.signal }))
      await waiting.given
      if (how === 'by its signal') abort.abort()
      else http.close()
      expect(await call).toEqual(cancelled)
      expect(asked).toBe(1)
    })

    it('is every call after close', async () => {
      const [http] = await start((_, response) => response.end(good))
      http.close()
      expect(await faultOfCall(read(http))).toEqual(cancelled)
    })
  })

  it('reports every answer, and nothing else', async () => {
    let answers = 0
    let isCut = false
    const [http] = await start(
      (request, response) => (isCut ? request.socket.destroy() : refuse(response, 404, 'device_not_found')),
      { onAnswer: () => (answers += 1) },
    )
    await faultOfCall(readOnce(http))
    expect(answers).toBe(1)
    isCut = true
    await faultOfCall(readOnce(http))
    expect(answers).toBe(1)
  })

  describe('the service’s clock', () => {
    it('is learnt from answers of any status, but not from a cache', async () => {
      const clock = createFakeClock()
      let age: string | null = '90000'
      const [http] = await start(
        (_, response) => {
          response.setHeader('date', 'Fri, 01 Jan 2027 00:00:00 GMT')
          if (age) response.setHeader('age', age)
          refuse(response, 404, 'device_not_found')
        },
        { clock },
      )
      await faultOfCall(read(http))
      expect(http.serverClock.uncertaintyMs).toBeNull()
      age = null
      await faultOfCall(read(http))
      expect(http.serverClock.now()).toBe(Date.UTC(2027, 0, 1) + 500)
    })
  })

  describe('the key', () => {
    it.each<[string, (response: ServerResponse, key: string) => void]>([
      ['a web page', (response, key) => response.writeHead(502).end(`<html>${key}`)],
      [
        'a problem',
        (response, key) => response.writeHead(401).end(JSON.stringify({ code: 'unauthorized', detail: key })),
      ],
      ['words', (response, key) => response.end(key)],
      ['a cut answer', (response, key) => response.end(`{"key":"${key}`)],
      [
        'a content type',
        (response, key) => response.writeHead(200, { 'content-type': `text/${key}` }).end('x'),
      ],
      ['what is no HTTP', (response, key) => response.socket?.end(`${key}\r\n`)],
    ])('stays out of faults when the service repeats it as %s', async (_, repeat) => {
      const [http] = await start((request, response) => repeat(response, request.headers.authorization ?? ''))
      const thrown: unknown = await readOnce(http).catch((error: unknown) => error)
      const all = thrown instanceof Error ? [thrown.message, thrown.stack, JSON.stringify(thrown)].join() : ''
      expect(all).toContain('fault')
      expect(all.toLowerCase()).not.toContain('c4nary')
    })
  })
})
