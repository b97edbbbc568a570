import type { IncomingMessage, RequestListener } from 'node:http'
import { Readable } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { FaultError } from '../../src-shared/protocol/fault'
import type { FileSource } from '../../src-main/core/file-source'
import { uploadRequest } from '../../src-main/core/upload-request'
import { faultOfCall } from './fault-of-call'
import { startServer, type TestServer } from './http-server'
import { startRawPeer } from './raw-peer'
import { content, memoryFile, receive, refuse, sha256, type Received } from './upload-service'

describe('an upload (spec 4.7)', () => {
  let server: TestServer | null = null
  afterEach(() => server?.close())

  const start = async (listener: RequestListener) => (server = await startServer(listener))
  const upload = (
    url: string,
    source: FileSource,
    options: { signal?: AbortSignal; progress?: number[] } = {},
  ) =>
    uploadRequest({
      ticket: {
        upload_url: `${url}/v1/devices/a/upload?part=1`,
        ticket: 'ticket-1',
        max_bytes: 10,
        expires_at: '2030-01-01T00:00:00Z',
      },
      source,
      signal: options.signal ?? new AbortController().signal,
      onConnected: () => undefined,
      onProgress: (sent) => options.progress?.push(sent),
    })

  it('arrives byte for byte, with its exact length, its ticket and its name, and never chunked', async () => {
    const received: Received[] = []
    const { url } = await start((request, response) => {
      void receive(request).then((each) => {
        received.push(each)
        response.writeHead(201).end()
      })
    })
    const bytes = content(5_000_003)
    const progress: number[] = []
    await upload(url, memoryFile(bytes, bytes.byteLength, 'ü & ?.jpg'), { progress })
    const [{ headers, ...rest } = { headers: {} }] = received
    expect(rest).toEqual({
      url: '/v1/devices/a/upload?part=1&filename=%C3%BC%20%26%20%3F.jpg',
      bytes: bytes.byteLength,
      sha256: sha256(bytes),
    })
    expect(headers['content-length']).toBe('5000003')
    expect(headers['transfer-encoding']).toBeUndefined()
    expect(headers.authorization).toBe('Bearer ticket-1')
    expect(headers['content-type']).toBe('application/octet-stream')
    expect(headers['user-agent']).toMatch(/^Fleetwall\//)
    expect(progress).toEqual([...progress].sort((a, b) => a - b))
    expect(progress.at(-1)).toBe(bytes.byteLength)
  })

  it('takes no more of the file than the service reads', async () => {
    let reached: () => void = () => undefined
    const waiting = new Promise<void>((resolve) => (reached = resolve))
    const { url } = await start((request) => {
      request.pause()
      reached()
    })
    const progress: number[] = []
    const stop = new AbortController()
    const bytes = content(64 * 1024 * 1024)
    const call = faultOfCall(upload(url, memoryFile(bytes), { progress, signal: stop.signal }))
    await waiting
    stop.abort()
    await call
    expect(progress.at(-1)).toBeLessThan(bytes.byteLength / 2)
  })

  it.each([
    ['ends', (request: IncomingMessage) => void request.socket.end()],
    ['resets', (request: IncomingMessage) => void request.socket.resetAndDestroy()],
  ])('reads an early 413 of a service that then %s the connection, and names the limit', async (_, end) => {
    const { url } = await start((request, response) => {
      refuse(response, 413, 'payload_too_large')
      response.once('finish', () => end(request))
    })
    expect(await faultOfCall(upload(url, memoryFile(content(30_000_000))))).toEqual({
      kind: 'file',
      reason: 'too-large',
      name: 'a file.bin',
      maxBytes: 10,
    })
  })

  it('reads an early answer though the next piece of the file can no longer be written', async () => {
    const body = new Readable({ read: () => undefined })
    const source: FileSource = { name: 'a.bin', bytes: 3000, open: () => Promise.resolve(body) }
    body.push(content(500))
    const peer = await startRawPeer((socket) => {
      body.push(content(1000))
      // What is on its way is not read: the connection is reset, behind the answer.
      setImmediate(() => {
        socket.write('HTTP/1.1 413 Payload Too Large\r\ncontent-length: 2\r\n\r\n{}')
        socket.destroy()
        body.push(content(1000))
      })
    })
    const told = await faultOfCall(upload(peer.url, source))
    await peer.close()
    expect(told).toMatchObject({ kind: 'unreadable-answer', status: 413 })
  })

  it('tells a refused ticket from a refused key', async () => {
    const { url } = await start((request, response) => {
      void receive(request).then(() => refuse(response, 401, 'unauthorized'))
    })
    expect(await faultOfCall(upload(url, memoryFile(content(10))))).toEqual({
      kind: 'ticket-refused',
      detail: 'No.',
    })
  })

  it('reads a refusal after the last byte', async () => {
    const { url } = await start((request, response) => {
      void receive(request).then(() => refuse(response, 409, 'ticket_already_used'))
    })
    expect(await faultOfCall(upload(url, memoryFile(content(10))))).toMatchObject({
      code: 'ticket_already_used',
    })
  })

  it('cut in the middle is a lost connection', async () => {
    const { url, host } = await start((request) => void request.once('data', () => request.socket.destroy()))
    expect(await faultOfCall(upload(url, memoryFile(content(50_000_000))))).toEqual({
      kind: 'network',
      reason: 'connection-lost',
      host,
    })
  })

  it.each([
    ['before any answer', () => undefined],
    ['in the middle of the answer', (write: (text: string) => void) => write('{"half')],
  ])('whose answer is lost after the last byte, %s, has an unknown outcome', async (_, begin) => {
    const { url } = await start((request, response) => {
      void receive(request).then(() => {
        begin((text) => {
          response.writeHead(200, { 'content-length': 100 })
          response.write(text)
        })
        setImmediate(() => request.socket.end())
      })
    })
    expect(await faultOfCall(upload(url, memoryFile(content(1000))))).toEqual({ kind: 'outcome-unknown' })
  })

  it('to a service that is not there has a known outcome, however small the file', async () => {
    const { url } = await start(() => undefined)
    await server?.close()
    expect(await faultOfCall(upload(url, memoryFile(content(1))))).toMatchObject({
      reason: 'connection-refused',
    })
  })

  it.each([
    ['grew', 200_000, 150_000],
    ['shrank', 100_000, 150_000],
  ])('of a file that %s is given up, and the service gets no whole file', async (_, real, claimed) => {
    const whole: Received[] = []
    let cut: () => void = () => undefined
    const gone = new Promise<void>((resolve) => (cut = resolve))
    const { url } = await start((request) => {
      receive(request).then((each) => whole.push(each), cut)
    })
    expect(await faultOfCall(upload(url, memoryFile(content(real), claimed)))).toEqual({
      kind: 'file',
      reason: 'changed',
      name: 'a file.bin',
    })
    await gone
    expect(whole).toEqual([])
  })

  it('of a file that cannot be opened says why, and asks nothing of the service', async () => {
    const { url, connections } = await start(() => undefined)
    const fault = { kind: 'file', reason: 'gone', name: 'x' } as const
    const source: FileSource = { name: 'x', bytes: 1, open: () => Promise.reject(new FaultError(fault)) }
    expect(await faultOfCall(upload(url, source))).toEqual(fault)
    expect(connections()).toBe(0)
  })

  it('takes its ticket nowhere in plain sight but to this machine', async () => {
    const call = upload('http://phones.example', memoryFile(content(1)))
    expect(await faultOfCall(call)).toEqual({ kind: 'address', reason: 'insecure' })
  })

  it('that is cancelled ends at once, on both sides', async () => {
    const stop = new AbortController()
    let aborted: () => void = () => undefined
    const ended = new Promise<void>((resolve) => (aborted = resolve))
    const { url } = await start((request) => {
      request.once('data', () => stop.abort())
      request.once('error', aborted)
    })
    const call = upload(url, memoryFile(content(50_000_000)), { signal: stop.signal })
    expect(await faultOfCall(call)).toEqual({ kind: 'cancelled' })
    await ended
  })
})
