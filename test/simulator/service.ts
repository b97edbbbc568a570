import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { request } from 'node:http'
import { WebSocket } from 'ws'
import { parseConfig } from '../../src-simulator/config'
import { createHandsetFactory } from '../../src-simulator/screens/handset-factory'
import { assertAsDocumented } from './contract'
import type { Addresses } from '../../src-simulator/service'
import { startService } from '../../src-simulator/service'

/** An answer, read whole. */
export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  /** The body as JSON; `undefined` when it is not. */
  json: unknown
}

export interface CallOptions {
  key?: string | null
  headers?: Record<string, string>
  /** An object goes as JSON, a string or a buffer as it is. */
  body?: unknown
}

/** The keys of the service under test; each text is its own proof that ids are the part before the last `_`. */
export const KEYS = {
  full: 'fw_live_full_secret0',
  other: 'fw_live_second_key_secret1',
}

export const PHONE = 'dev_first'
export const OTHER_PHONE = 'dev_second'

const FLEET = [
  { public_id: PHONE, name: 'Aster 01', snapshot: { width: 200, height: 400 } },
  { public_id: OTHER_PHONE, name: 'Birch 02', snapshot: { width: 200, height: 400 } },
]

function readAnswer(message: IncomingMessage): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.once('error', reject)
    message.once('end', () => {
      const bytes = Buffer.concat(chunks)
      let json: unknown
      if (/json/.test(message.headers['content-type'] ?? '')) json = JSON.parse(bytes.toString())
      resolve({ status: message.statusCode ?? 0, headers: message.headers, bytes, json })
    })
  })
}

/** Waits for the answer to a request that the test writes itself. */
export function answerOf(outgoing: ClientRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    outgoing.once('response', (message) => resolve(readAnswer(message)))
    outgoing.once('error', reject)
  })
}

/** One HTTP call. */
export function send(method: string, url: string, options: CallOptions = {}): Promise<Answer> {
  const { body, key, headers = {} } = options
  const raw = typeof body === 'string' || Buffer.isBuffer(body) || body === undefined
  const bytes = raw ? body : JSON.stringify(body)
  const outgoing = request(url, {
    method,
    headers: {
      'User-Agent': 'fleetwall-tests/1',
      ...(key && { Authorization: `Bearer ${key}` }),
      ...(bytes !== undefined && { 'Content-Length': String(Buffer.byteLength(bytes)) }),
      ...headers,
    },
  })
  const answer = answerOf(outgoing)
  outgoing.end(bytes)
  const { pathname } = new URL(url)
  if (pathname.startsWith('/v1/')) {
    return answer.then((received) => {
      assertAsDocumented(method, pathname.slice('/v1'.length), bytes, received)
      return received
    })
  }
  return answer
}

/** A client's socket whose messages can be waited for, in order. */
export class TestSocket {
  readonly ws: WebSocket
  /** Resolves with the close code. */
  readonly closed: Promise<number>
  private readonly queue: Buffer[] = []
  private waiting: ((message: Buffer) => void) | undefined

  constructor(url: string) {
    this.ws = new WebSocket(url, { perMessageDeflate: false, headers: { 'User-Agent': 'fleetwall-tests/1' } })
    this.ws.on('error', () => undefined)
    this.ws.on('message', (data) => {
      if (!Buffer.isBuffer(data)) return
      const waiting = this.waiting
      this.waiting = undefined
      if (waiting) waiting(data)
      else this.queue.push(data)
    })
    this.closed = new Promise((resolve) => this.ws.once('close', resolve))
  }

  /** Resolves when the socket is open. */
  async opened(): Promise<this> {
    if (this.ws.readyState === WebSocket.OPEN) return this
    await new Promise((resolve, reject) => {
      this.ws.once('open', resolve)
      this.ws.once('error', reject)
    })
    return this
  }

  say(message: unknown): void {
    this.ws.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  next(): Promise<Buffer> {
    const first = this.queue.shift()
    if (first) return Promise.resolve(first)
    return new Promise((resolve) => {
      this.waiting = resolve
    })
  }

  async nextJson(): Promise<Record<string, unknown>> {
    return JSON.parse((await this.next()).toString()) as Record<string, unknown>
  }

  /** Answers a ping, so everything that was said before has been received. */
  async settled(): Promise<Record<string, unknown>[]> {
    this.say({ type: 'ping' })
    const before: Record<string, unknown>[] = []
    for (let event = await this.nextJson(); event['type'] !== 'pong'; event = await this.nextJson()) {
      before.push(event)
    }
    return before
  }
}

export interface Spent {
  used: number
  budget: number
  remaining: number
}

export interface Usage {
  active_minutes: Spent
  actions: Spent
  snapshots: Spent
  uploads: Spent
  max_active_devices: number
  resets_at: string
}

export interface OpenSocket {
  public_id: string
  channel: string
  key_id: string
  since: string
}

/** A service under test, with everything a test needs to speak to it. */
export interface TestService {
  addresses: Addresses
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  admin(method: string, path: string, body?: unknown): Promise<Answer>
  /** Moves the service's clock on. */
  advance(ms: number): Promise<void>
  /** Changes limits while the service runs. */
  limit(change: Record<string, unknown>): Promise<void>
  /** Changes how a phone is. */
  handle(change: Record<string, unknown>, publicId?: string): Promise<void>
  usage(): Promise<Usage>
  /** The sockets that are open now. */
  openSockets(): Promise<OpenSocket[]>
  /** What the phone carried out, without numbers and times. */
  events(publicId?: string): Promise<Record<string, unknown>[]>
  /** Waits until the phone has carried out `count` things. */
  eventsOnce(count: number, publicId?: string): Promise<Record<string, unknown>[]>
  socket(
    channel: 'stream' | 'control',
    options?: { phone?: string; key?: string; query?: string },
  ): TestSocket
  /** The HTTP answer to a handshake that is refused. */
  refusal(path: string): Promise<Answer>
  close(): Promise<void>
}

/** Starts a service of two small phones and two keys in this process, with real phones in their thread. */
export async function startTestService(config: Record<string, unknown> = {}): Promise<TestService> {
  const defects: unknown[] = []
  const onDefect = (error: unknown) => void defects.push(error)
  const factory = createHandsetFactory({ threads: 1, onDefect })
  const keys = [{ key: KEYS.full }, { key: KEYS.other }]
  const service = await startService({
    config: parseConfig({ devices: FLEET, keys, ...config }),
    factory,
    port: 0,
    onDefect,
  })
  const { addresses } = service
  const sockets: TestSocket[] = []

  const admin = (method: string, path: string, body?: unknown) =>
    send(method, `${addresses.admin_url}${path}`, body === undefined ? {} : { body })

  async function order(method: string, path: string, body: unknown): Promise<void> {
    const { status } = await admin(method, path, body)
    if (status !== 204) throw new Error(`${method} ${path} gave ${status}`)
  }

  const call = (method: string, path: string, options: CallOptions = {}) =>
    send(method, `${addresses.base_url}${path}`, { key: KEYS.full, ...options })

  async function events(publicId = PHONE): Promise<Record<string, unknown>[]> {
    const { json } = await admin('GET', `/phones/${publicId}/events`)
    const { events: list } = json as { events: Record<string, unknown>[] }
    return list.map((event) => {
      const { seq, at, ...rest } = event
      if (typeof seq !== 'number' || typeof at !== 'string')
        throw new Error('an event has a number and a time')
      return rest
    })
  }

  return {
    addresses,
    admin,
    events,
    async eventsOnce(count, publicId) {
      for (;;) {
        const list = await events(publicId)
        if (list.length >= count) return list
      }
    },
    call,
    advance: (ms) => order('POST', '/clock', { advance_ms: ms }),
    limit: (change) => order('PUT', '/limits', change),
    handle: (change, publicId = PHONE) => order('PUT', `/phones/${publicId}`, change),
    usage: async () => (await call('GET', '/usage')).json as Usage,
    openSockets: async () => (await admin('GET', '/sockets')).json as OpenSocket[],
    socket(channel, { phone = PHONE, key = KEYS.full, query = '' } = {}) {
      const token = encodeURIComponent(key)
      const url = `${addresses.ws_base_url}/v1/devices/${phone}/${channel}?token=${token}${query}`
      const socket = new TestSocket(url)
      sockets.push(socket)
      return socket
    },
    refusal(path) {
      const outgoing = request(`${addresses.ws_base_url.replace('ws:', 'http:')}/v1${path}`, {
        headers: {
          'User-Agent': 'fleetwall-tests/1',
          Connection: 'Upgrade',
          Upgrade: 'websocket',
          'Sec-WebSocket-Version': '13',
          'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
        },
      })
      const answer = answerOf(outgoing)
      outgoing.end()
      return answer
    },
    async close() {
      for (const { ws } of sockets) ws.terminate()
      await service.close()
      await factory.close()
      if (defects.length > 0) throw new AggregateError(defects, 'the service met a defect of its own')
    },
  }
}

/** The code of a problem document, after checking that it is one (spec section 7). */
export function problemOf(answer: Answer): string {
  const { status, headers, json } = answer
  const document = json as Record<string, unknown>
  const code = document['code']
  if (headers['content-type'] !== 'application/problem+json') throw new Error('not a problem document')
  if (typeof code !== 'string' || document['title'] !== code) throw new Error('title and code differ')
  if (document['status'] !== status) throw new Error('the status in the document is another one')
  if (!String(document['type']).endsWith(`/${code}`)) throw new Error('type does not end in the code')
  if (typeof document['detail'] !== 'string') throw new Error('no detail')
  return code
}

/** Status and code together. */
export function failure(answer: Answer): string {
  return `${answer.status} ${problemOf(answer)}`
}
