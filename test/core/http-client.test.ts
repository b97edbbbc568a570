import type { RequestListener } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import packageFile from '../../package.json'
import { createHttpClient, type HttpClient } from '../../src-main/core/http-client'
import { faultOfCall } from './fault-of-call'
import { startServer, type TestServer } from './http-server'

const answer = z.object({ ok: z.boolean() })
const apiKey = 'fw_live_id_secret'

describe('the HTTP client (spec 4, 5)', () => {
  const open: { close(): unknown }[] = []
  afterEach(async () => {
    for (const each of open.splice(0).reverse()) await each.close()
  })

  const start = async (listener: RequestListener, timeoutMs?: number): Promise<[HttpClient, TestServer]> => {
    const server = await startServer(listener)
    const http = createHttpClient(`${server.url}/v1`, apiKey, timeoutMs)
    open.push(server, http)
    return [http, server]
  }

  it('sends the key as a header, a User-Agent of our own, and JSON with its length', async () => {
    const seen: unknown[] = []
    const [http] = await start((request, response) => {
      const { authorization, 'user-agent': agent, 'content-length': length } = request.headers
      request.setEncoding('utf8').once('data', (body) => {
        seen.push(request.method, request.url, authorization, agent, length, body)
        response.end('{"ok":true}')
      })
    })
    expect(await http.call('PATCH', '/devices/a', answer, { notes: 'ü' })).toEqual({ ok: true })
    expect(seen).toEqual([
      'PATCH',
      '/v1/devices/a',
      `Bearer ${apiKey}`,
      `Fleetwall/${packageFile.version}`,
      '14',
      '{"notes":"ü"}',
    ])
  })

  it('keeps its connection for the next call', async () => {
    const [http, server] = await start((_, response) => response.end('{"ok":true}'))
    for (let call = 0; call < 4; call++) await http.call('GET', '/usage', answer)
    expect(server.connections()).toBe(1)
  })

  it('turns a problem document into its fault', async () => {
    const [http] = await start((_, response) => {
      response.writeHead(404, { 'content-type': 'application/problem+json' })
      response.end('{"type":"e/x","title":"x","status":404,"code":"device_not_found","detail":"None."}')
    })
    expect(await faultOfCall(http.call('GET', '/devices/a', answer))).toEqual({
      kind: 'problem',
      code: 'device_not_found',
      status: 404,
      detail: 'None.',
    })
  })

  it.each(['', '<html>', '{"ok":', '{"ok":"yes"}', '[]'])('cannot read %j as an answer', async (body) => {
    const [http] = await start((_, response) => response.end(body))
    expect(await faultOfCall(http.call('GET', '/', answer))).toEqual({
      kind: 'unreadable-answer',
      status: 200,
      excerpt: body,
    })
  })

  it.each([
    ['before it answers', () => undefined],
    [
      'in the middle of its answer',
      (response: Parameters<RequestListener>[1]) => {
        response.writeHead(200, { 'content-length': 100 })
        response.write('{"ok"')
      },
    ],
  ])('calls a server that falls silent %s a time-out', async (_, begin) => {
    const [http, server] = await start((_request, response) => begin(response), 150)
    expect(await faultOfCall(http.call('GET', '/', answer))).toEqual({
      kind: 'network',
      reason: 'timeout',
      host: server.host,
    })
  })

  it('calls an answer that is cut a lost connection', async () => {
    const [http, server] = await start((_, response) => {
      response.writeHead(200, { 'content-length': 100 })
      response.write('{"ok":true}', () => response.destroy())
    })
    expect(await faultOfCall(http.call('GET', '/', answer))).toEqual({
      kind: 'network',
      reason: 'connection-lost',
      host: server.host,
    })
  })

  it('calls a port where nobody listens a refused connection', async () => {
    const [http, server] = await start(() => undefined)
    await server.close()
    expect(await faultOfCall(http.call('GET', '/', answer))).toMatchObject({ reason: 'connection-refused' })
  })

  it('ends calls under way when it is closed', async () => {
    let arrived: () => void = () => undefined
    const heard = new Promise<void>((resolve) => (arrived = resolve))
    const [http] = await start(() => arrived())
    const call = faultOfCall(http.call('GET', '/', answer))
    await heard
    http.close()
    expect(await call).toMatchObject({ kind: 'network', reason: 'connection-lost' })
  })
})
