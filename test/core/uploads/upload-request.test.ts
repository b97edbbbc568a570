import type { IncomingMessage, RequestListener } from 'node:http'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FaultError } from '../../../src-shared/protocol/fault'
import type { FileSource } from '../../../src-main/core/uploads/file-source'
import { systemClock, type Clock } from '../../../src-main/core/time/clock'
import { uploadRequest } from '../../../src-main/core/uploads/upload-request'
import { faultOfCall } from '../service/fault-of-call'
import { startServer, type TestServer } from '../service/http-server'
import { startRawPeer } from '../service/raw-peer'
import { createFakeClock } from '../time/fake-clock'
import { content, memoryFile, opened, receive, refuse, sha256, type Received } from './upload-service'

describe('an upload (spec 4.7)', () => {
  let server: TestServer | null = null
  afterEach(() => server?.close())

  const start = async (listener: RequestListener) => (server = await startServer(listener))
  const upload = (
    url: string,
    source: FileSource,
    options: { signal?: AbortSignal; progress?: number[]; baseUrl?: string; clock?: Clock } = {},
  ) =>
    uploadRequest({
      hashName: 'sha256',
      ticket: {
        upload_url: `${url}/v1/devices/a/upload?part=1`,
        ticket: 'ticket-1',
        max_bytes: 10,
        expires_at: '2030-01-01T00:00:00Z',
      },
      baseUrl: options.baseUrl ?? `${url}/v1`,
      source,
      clock: options.clock ?? systemClock,
      signal: options.signal ?? new AbortController().signal,
      onConnected: () => undefined,
      onProgress: (sent) => options.progress?.push(sent),
    })

  it('arrives byte for byte, with exact length, ticket and name, never chunked', async () => {
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

  const received = (answer: (hash: string) => string) =>
    start((request, response) => {
      void receive(request).then((each) => response.writeHead(200).end(answer(each.sha256)))
    })
  const receipt = (sha256: unknown) => JSON.stringify({ filename: 'a', sha256 })

  it.each([
    ['its SHA-256', true, receipt],
    ['its SHA-256 in capitals', true, (hash: string) => receipt(hash.toUpperCase())],
    ['no SHA-256', false, () => '{"bytes": 3}'],
    ['what is no SHA-256', false, () => receipt('abc')],
    ['a list', false, () => '[]'],
    ['no JSON', false, () => 'thanks'],
    ['nothing', false, () => ''],
  ])('is verified only by a receipt with the same SHA-256: %s', async (_, isVerified, answer) => {
    const { url } = await received(answer)
    expect(await upload(url, memoryFile(content(200_003)))).toBe(isVerified)
  })

  it('differs when the receipt has the SHA-256 of other bytes', async () => {
    const { url } = await received(() => receipt(sha256(content(9))))
    expect(await faultOfCall(upload(url, memoryFile(content(200_003))))).toEqual({ kind: 'upload-differs' })
  })

  it('reads the file only as fast as the service does', async () => {
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

  it('ends when less than 1 kB/s arrives over 5 min', async () => {
    let reached: () => void = () => undefined
    const waiting = new Promise<void>((resolve) => (reached = resolve))
    const { url } = await start((request) => {
      request.pause()
      reached()
    })
    const clock = createFakeClock()
    const call = faultOfCall(upload(url, memoryFile(content(64 * 1024 * 1024)), { clock }))
    await waiting
    clock.advance(5 * 60_000)
    clock.advance(5 * 60_000)
    expect(await call).toMatchObject({ kind: 'network', reason: 'timeout' })
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

  it('reads an early answer when the body can no longer be written', async () => {
    const body = new Readable({ read: () => undefined })
    const source: FileSource = { name: 'a.bin', bytes: 3000, open: () => Promise.resolve(opened(body)) }
    body.push(content(500))
    const peer = await startRawPeer((socket) => {
      body.push(content(1000))
      // Unread bytes reset the connection after the answer.
      setImmediate(() => {
        socket.write('HTTP/1.1 413 Payload Too Large\r\ncontent-length: 2\r\n\r\n{}')
        socket.destroy()
        body.push(content(1000))
      })
    })
    const fault = await faultOfCall(upload(peer.url, source))
    await peer.close()
    expect(fault).toMatchObject({ kind: 'unreadable-answer', status: 413 })
  })

  it('ends at a refusal without sending the rest of the file', async () => {
    const body = new Readable({ read: () => undefined })
    const source: FileSource = { name: 'a\\b.bin', bytes: 3000, open: () => Promise.resolve(opened(body)) }
    body.push(content(500))
    const { url } = await start((request, response) => {
      request.resume()
      refuse(response, 400, 'invalid_action')
    })
    const progress: number[] = []
    expect(await faultOfCall(upload(url, source, { progress }))).toMatchObject({
      code: 'invalid_action',
      detail: 'No.',
    })
    body.push(content(500))
    expect(progress.at(-1)).toBe(500)
    expect(body.destroyed).toBe(true)
  })

  it('distinguishes a refused ticket from a refused key', async () => {
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

  it('fails as a lost connection when cut in the middle', async () => {
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

  it('fails, never unknown, when nothing listens', async () => {
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

  it('stops before the last piece when the file has changed', async () => {
    const whole: Received[] = []
    let cut: () => void = () => undefined
    const gone = new Promise<void>((resolve) => (cut = resolve))
    const { url } = await start((request) => {
      receive(request).then((each) => whole.push(each), cut)
    })
    const bytes = content(200_000)
    const fault = { kind: 'file', reason: 'changed', name: 'a.bin' } as const
    const progress: number[] = []
    const source: FileSource = {
      name: 'a.bin',
      bytes: bytes.byteLength,
      open: () =>
        Promise.resolve(
          opened(Readable.from([bytes.subarray(0, 150_000), bytes.subarray(150_000)]), () =>
            Promise.reject(new FaultError(fault)),
          ),
        ),
    }
    expect(await faultOfCall(upload(url, source, { progress }))).toEqual(fault)
    await gone
    expect(whole).toEqual([])
    expect(progress).toEqual([150_000])
  })

  it('checks the file before it sends the last piece', async () => {
    const steps: string[] = []
    const { url } = await start((request, response) => {
      void receive(request).then(({ bytes }) => {
        steps.push(`${bytes} received`)
        response.end()
      })
    })
    const body = new Readable({ read: () => undefined })
    body.push(content(10))
    const check = () => {
      steps.push('looked')
      return Promise.resolve()
    }
    const source: FileSource = { name: 'a', bytes: 20, open: () => Promise.resolve(opened(body, check)) }
    const call = upload(url, source)
    body.push(content(10))
    body.push(null)
    await call
    expect(steps).toEqual(['looked', '20 received'])
  })

  it('is unknown when the service accepts it before its last byte', async () => {
    const { url } = await start((_, response) => void response.writeHead(200).end())
    expect(await faultOfCall(upload(url, memoryFile(content(50_000_000))))).toEqual({
      kind: 'outcome-unknown',
    })
  })

  it.each([
    [60, 'after its last byte', 160, 'never', { kind: 'outcome-unknown' }],
    [60, 'in an answer that never ends', 4_000_000, 'late', { kind: 'outcome-unknown' }],
    [60, 'in an early answer that never ends', 50_000_000, 'early', { kind: 'network', reason: 'timeout' }],
  ])('is given up %i s later, %s', async (s, _, bytes, answers, expected) => {
    const clock = createFakeClock()
    const waits = vi.spyOn(clock, 'after')
    const isDeadlineSet = () => waits.mock.calls.some(([ms]) => ms === s * 1000)
    const turn = () => new Promise((resolve) => setImmediate(resolve))
    const turns = async () => {
      for (let left = 20; left > 0; left -= 1) await turn()
    }
    let isAnswered = answers === 'never'
    const { url } = await start((request, response) => {
      const answer = () => response.write('{', () => (isAnswered = true))
      if (answers === 'early') answer()
      else request.resume()
      if (answers === 'late') request.once('end', answer)
    })
    const call = faultOfCall(upload(url, memoryFile(content(bytes)), { clock }))
    while (!isDeadlineSet() || !isAnswered) await turn()
    await turns()
    clock.advance((s - 1) * 1000)
    // What has come of the answer doesn't begin the time again.
    await turns()
    expect(clock.pending).toBe(1)
    // The few bytes of a small file take 10 ms.
    clock.advance(1010)
    expect(await call).toMatchObject(expected)
    expect(clock.pending).toBe(0)
  })

  it.each([
    ['a success', 201, null],
    ['a refusal', 409, 'cut'],
  ])('reads 1 MB of an answer at most, and knows %s by its status', async (_, status, why) => {
    const { url } = await start((request, response) => {
      request.resume()
      response.writeHead(status).write(`{"${'x'.repeat(2_000_000)}`)
    })
    const call = upload(url, memoryFile(content(1000)))
    if (why === null) await expect(call).resolves.toBe(false)
    else expect(await faultOfCall(call)).toMatchObject({ kind: 'unreadable-answer', status, why })
  })

  it('keeps the query of the ticket’s address', async () => {
    let asked = ''
    const { url } = await start((request, response) => {
      asked = request.url ?? ''
      void receive(request).then(() => response.end())
    })
    await uploadRequest({
      hashName: 'sha256',
      ticket: {
        upload_url: `${url}/u?sig=a+b%2Fc~'&x`,
        ticket: 't',
        max_bytes: 10,
        expires_at: '2030-01-01T00:00:00Z',
      },
      baseUrl: `${url}/v1`,
      source: memoryFile(content(1), 1, 'a b+c.txt'),
      clock: systemClock,
      signal: new AbortController().signal,
      onConnected: () => undefined,
      onProgress: () => undefined,
    })
    expect(asked).toBe('/u?sig=a+b%2Fc~%27&x&filename=a%20b%2Bc.txt')
  })

  it('arrives under any file name', async () => {
    const names: (string | null)[] = []
    const { url } = await start((request, response) => {
      names.push(new URL(request.url ?? '', 'http://peer').searchParams.get('filename'))
      void receive(request).then(() => response.end())
    })
    const odd = ['"quotes" and \'more\'', '100% & +1 = #?;', 'line\nbreak\ttab', 'نص.txt', '😀'.repeat(63)]
    const name = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 255 }),
      fc.constantFrom(...odd, 'x'.repeat(255), '\ud800 lone'),
    )
    await fc.assert(
      fc.asyncProperty(name, async (given) => {
        await upload(url, memoryFile(content(1), 1, given))
        // Half of a character has no UTF-8.
        expect(names.at(-1)).toBe(Buffer.from(given).toString())
      }),
    )
  })

  it('sends nothing when the file can’t be opened', async () => {
    const { url, connections } = await start(() => undefined)
    const fault = { kind: 'file', reason: 'gone', name: 'x' } as const
    const source: FileSource = { name: 'x', bytes: 1, open: () => Promise.reject(new FaultError(fault)) }
    expect(await faultOfCall(upload(url, source))).toEqual(fault)
    expect(connections()).toBe(0)
  })

  const badAddress = {
    ...{ kind: 'unreadable-answer', status: 200, why: 'wrong-field' },
    ...{ excerpt: '', field: 'upload_url' },
  }

  it('sends its ticket unencrypted only to the fleet’s own host', async () => {
    const call = upload('http://phones.example', memoryFile(content(1)), {
      baseUrl: 'https://phones.example',
    })
    expect(await faultOfCall(call)).toEqual(badAddress)
  })

  it.each(['http://127.0.0.1:1', 'http://localhost:1', 'ftp://127.0.0.1', 'file:///tmp'])(
    'sends nothing to %s, which is not the fleet’s own host',
    async (address) => {
      const call = upload(address, memoryFile(content(1)), { baseUrl: 'http://127.0.0.1:2/v1' })
      expect(await faultOfCall(call)).toEqual(badAddress)
    },
  )

  it('ends at once on both sides when cancelled', async () => {
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
