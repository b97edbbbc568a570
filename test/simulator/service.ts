import { request } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { inspect } from 'node:util'
import type { UploadTicket, UsageReport } from '../../src-simulator/api/answers'
import { parseConfig } from '../../src-simulator/config'
import type { HandsetFactory } from '../../src-simulator/screens/handset'
import { createHandsetFactory } from '../../src-simulator/screens/handset-factory'
import type { Addresses } from '../../src-simulator/service'
import { startService } from '../../src-simulator/service'
import type { Answer, CallOptions } from './answer'
import { answerOf, send } from './answer'
import { TestSocket } from './test-socket'

/** The keys of the service under test. A key's id is the part before the last `_`. */
export const KEYS = {
  full: 'fw_live_full_secret0',
  other: 'fw_live_second_key_secret1',
}

export const PHONE = 'dev_first'
export const OTHER_PHONE = 'dev_second'

export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const DAY_MS = 1440 * MINUTE_MS

/** Rates too high to reach by accident. */
export const GENEROUS_RATES = Object.fromEntries(
  Object.keys(parseConfig({}).rates).map((layer) => [layer, { per_second: 1e6, burst: 1e6 }]),
)

const FLEET = [
  { public_id: PHONE, name: 'Aster 01', snapshot: { width: 200, height: 400 } },
  { public_id: OTHER_PHONE, name: 'Birch 02', snapshot: { width: 200, height: 400 } },
]

/** Far more than a busy machine needs, and within a test's time-out. */
const MOST_LOOKS = 10_000

/**
 * Looks until the value passes a check. @param step runs between two looks
 * @returns the value @throws Error with the last value when it never passes
 */
export async function until<T>(
  what: string,
  look: () => Promise<T> | T,
  isSo: (seen: T) => boolean = Boolean,
  step: () => Promise<unknown> = () => turn(),
): Promise<T> {
  let seen = await look()
  for (let looks = 1; !isSo(seen); looks++) {
    if (looks === MOST_LOOKS) throw new Error(`${what}: never; last seen was ${inspect(seen)}`)
    await step()
    seen = await look()
  }
  return seen
}

export interface OpenSocket {
  public_id: string
  channel: string
  key_id: string
  since: string
}

/** An event of a phone, without its number and time. */
export type Deed = Record<string, unknown>

/** A phone's events since a moment. */
export interface Since {
  events(): Promise<Deed[]>
  /** Waits until there are `count`. */
  eventsOnce(count: number): Promise<Deed[]>
}

/** A service under test and its clients. */
export interface TestService {
  addresses: Addresses
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  /** Performs an action on a phone. */
  act(body?: unknown, phone?: string, key?: string): Promise<Answer>
  mint(phone?: string, key?: string): Promise<UploadTicket>
  /** Uploads on the direct path. */
  upload(phone?: string, key?: string): Promise<Answer>
  launch(kind?: string, phone?: string, key?: string): Promise<Answer>
  usage(): Promise<UsageReport>
  socket(
    channel: 'stream' | 'control',
    options?: { phone?: string; key?: string; query?: string },
  ): TestSocket
  /** The HTTP answer to a refused handshake. */
  refusal(path: string): Promise<Answer>

  admin(method: string, path: string, body?: unknown): Promise<Answer>
  /** Moves the service's clock on. */
  advance(ms: number): Promise<void>
  /** Moves the service's clock to the next UTC midnight. */
  toMidnight(): Promise<void>
  /** Moves the service's clock on, `stepMs` at a time, until `work` ends. */
  passing<T>(work: Promise<T>, stepMs: number): Promise<T>
  /** The service's time, to the second. */
  now(): Promise<number>
  /** Changes limits while the service runs. */
  limit(change: Record<string, unknown>): Promise<void>
  /** Changes a phone's condition. */
  handle(change: Record<string, unknown>, publicId?: string): Promise<void>
  keyState(id: string, state: string): Promise<void>
  /** Makes the next `times` calls of an operation fail. */
  fault(on: string, code: string, times?: number): Promise<void>
  /** The open sockets. */
  openSockets(): Promise<OpenSocket[]>
  /** Waits until so many sockets are open. */
  openSocketsOnce(count: number): Promise<void>
  /** All events of the phone. */
  events(publicId?: string): Promise<Deed[]>
  eventsOnce(count: number, publicId?: string): Promise<Deed[]>
  /** The events from now on. */
  mark(publicId?: string): Promise<Since>
  /** The phone's events during `work`, once it ends and there are at least `count`. */
  carriedOut(count: number, work: () => unknown, publicId?: string): Promise<Deed[]>
  close(): Promise<void>
}

const listeners = new Set<(defect: Error) => void>()
let phonesHere: HandsetFactory | null = null
/** Real phones in one thread, which all services of this process share: it starts more slowly than most tests run. */
const sharedPhones = () =>
  (phonesHere ??= createHandsetFactory({
    threads: 1,
    onDefect: (defect) => listeners.forEach((listen) => listen(defect)),
  }))

/**
 * Starts a service of two small phones and two keys in this process.
 * @param factory makes its phones; the caller closes it. By default real phones in a thread
 */
export async function startTestService(
  config: Record<string, unknown> = {},
  factory?: HandsetFactory,
): Promise<TestService> {
  const defects: unknown[] = []
  const onDefect = (error: unknown) => void defects.push(error)
  listeners.add(onDefect)
  const keys = [{ key: KEYS.full }, { key: KEYS.other }]
  const service = await startService({
    config: parseConfig({ devices: FLEET, keys, ...config }),
    factory: factory ?? sharedPhones(),
    port: 0,
    onDefect,
  })
  const { addresses } = service
  const sockets: TestSocket[] = []

  const call = (method: string, path: string, options: CallOptions = {}) =>
    send(method, `${addresses.base_url}${path}`, { key: KEYS.full, ...options })

  const usage = async () => (await call('GET', '/usage')).json as UsageReport

  const admin = (method: string, path: string, body?: unknown) =>
    send(method, `${addresses.admin_url}${path}`, body === undefined ? {} : { body })

  async function order(method: string, path: string, body: unknown): Promise<void> {
    const { status } = await admin(method, path, body)
    if (status !== 204) throw new Error(`${method} ${path} gave ${status}`)
  }

  const advance = (ms: number) => order('POST', '/clock', { advance_ms: ms })

  const now = async () => Date.parse((await admin('GET', '/sockets')).headers.date ?? '')

  async function log(publicId: string, since: number): Promise<{ next: number; events: Deed[] }> {
    const { json } = await admin('GET', `/phones/${publicId}/events?since=${since}`)
    const { next, events } = json as { next: number; events: Deed[] }
    return {
      next,
      events: events.map(({ seq, at, ...rest }) => {
        if (typeof seq !== 'number' || typeof at !== 'string')
          throw new Error('an event has a number and a time')
        return rest
      }),
    }
  }

  function since(publicId: string, number: number): Since {
    const events = async () => (await log(publicId, number)).events
    return {
      events,
      eventsOnce: (count) => until(`${count} events`, events, ({ length }) => length >= count),
    }
  }

  const mark = async (publicId = PHONE) => since(publicId, (await log(publicId, 0)).next)

  const openSockets = async () => (await admin('GET', '/sockets')).json as OpenSocket[]

  return {
    addresses,
    call,
    act: (body = { type: 'device_ip' }, phone = PHONE, key = KEYS.full) =>
      call('POST', `/devices/${phone}/actions`, { body, key }),
    mint: async (phone = PHONE, key = KEYS.full) =>
      (await call('POST', `/devices/${phone}/media/ticket`, { key })).json as UploadTicket,
    upload: (phone = PHONE, key = KEYS.full) =>
      call('POST', `/devices/${phone}/media?filename=a.txt`, { body: 'abc', key }),
    launch: (kind = 'list_accounts', phone = PHONE, key = KEYS.full) =>
      call('POST', `/devices/${phone}/automations`, { body: { kind }, key }),
    usage,
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
    admin,
    advance,
    toMidnight: async () => advance(Date.parse((await usage()).resets_at) - (await now())),
    async passing(work, stepMs) {
      let done = false
      const marked = work.finally(() => (done = true))
      const ended = () => done
      const moved = until('the work is done', ended, Boolean, () => advance(stepMs))
      const [result] = await Promise.all([marked, moved])
      return result
    },
    now,
    limit: (change) => order('PUT', '/limits', change),
    handle: (change, publicId = PHONE) => order('PUT', `/phones/${publicId}`, change),
    keyState: (id, state) => order('PUT', `/keys/${id}`, { state }),
    fault: (on, code, times = 1) => order('POST', '/faults', { on, code, times }),
    openSockets,
    async openSocketsOnce(count) {
      await until(`${count} open sockets`, openSockets, ({ length }) => length === count)
    },
    events: (publicId = PHONE) => since(publicId, 0).events(),
    eventsOnce: (count, publicId = PHONE) => since(publicId, 0).eventsOnce(count),
    mark,
    async carriedOut(count, work, publicId = PHONE) {
      const marked = await mark(publicId)
      await work()
      return marked.eventsOnce(count)
    },
    async close() {
      for (const { ws } of sockets) ws.terminate()
      await service.close()
      listeners.delete(onDefect)
      if (defects.length > 0) throw new AggregateError(defects, 'the service had uncaught errors')
    },
  }
}

/** Runs `work` with a fresh service. */
export async function withTestService(
  config: Record<string, unknown>,
  work: (service: TestService) => Promise<void>,
): Promise<void> {
  const service = await startTestService(config)
  try {
    await work(service)
  } finally {
    await service.close()
  }
}

/** Uploads by ticket. @param query such as `?filename=a` */
export function uploadBy(
  { upload_url: url, ticket }: UploadTicket,
  body: Buffer | string = 'x',
  { query = '?filename=a%20b.bin', headers, ...options }: CallOptions & { query?: string } = {},
): Promise<Answer> {
  return send('POST', `${url}${query}`, {
    key: ticket,
    body,
    ...options,
    headers: { 'Content-Type': 'application/octet-stream', ...headers },
  })
}
