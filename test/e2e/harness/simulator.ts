import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { outputOf, stop } from './process'
import { root } from './programs'

/** One thing that a phone did, as the simulator's admin API reports it. */
export type PhoneEvent = { seq: number; type: string } & Record<string, unknown>

/** An open socket of the service. */
export interface OpenSocket {
  public_id: string
  channel: 'stream' | 'control'
  key_id: string
  since: string
}

/** The service that a test uses: a simulator in its own process, and its admin API. */
export interface Simulator {
  baseUrl: string
  wsBaseUrl: string
  apiKey: string
  /** The ids of its phones, in fleet order. */
  phones: string[]
  /** The environment that opens this fleet (product.md, hooks). */
  environment: Record<string, string>
  /** Returns what the phone did, in order, optionally only after `since`. */
  events(publicId: string, since?: number): Promise<PhoneEvent[]>
  /** Returns the number of the newest event. Later events have greater ones. */
  mark(publicId: string): Promise<number>
  /** Waits until the phone's events after `since` satisfy `enough`. */
  eventually(
    publicId: string,
    since: number,
    enough: (events: PhoneEvent[]) => boolean,
  ): Promise<PhoneEvent[]>
  sockets(channel: 'stream' | 'control', publicId?: string): Promise<OpenSocket[]>
  admin(method: string, path: string, body?: unknown): Promise<unknown>
  /** Performs a REST action on a phone with the API key. @returns its `result` */
  act(publicId: string, action: Record<string, unknown>): Promise<Record<string, unknown>>
  close(): Promise<void>
}

const timeoutMs = 20_000

/** Starts the built simulator with 12 phones and a random key. @param scopes all by default */
export async function startSimulator(
  config: Record<string, unknown> = {},
  scopes?: string[],
): Promise<Simulator> {
  const folder = await mkdtemp(join(tmpdir(), 'fleetwall-simulator-'))
  const file = join(folder, 'config.json')
  const apiKey = `fw_live_canary_${randomBytes(16).toString('hex')}`
  await writeFile(file, JSON.stringify({ devices: 12, keys: [{ key: apiKey, scopes }], ...config }))
  const child = spawn(process.execPath, [join(root, 'out/main/simulator.js'), '--config', file], {
    // The simulator exits when this channel closes, so it never outlives the tests.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const [line] = await outputOf(child).shows(/^\{.*\}$/m)
  const addresses = JSON.parse(line) as Record<'base_url' | 'ws_base_url' | 'admin_url', string>

  const call = async (url: string, method: string, body: unknown, headers: Record<string, string>) => {
    const response = await fetch(url, {
      method,
      // A connection of its own: one that waited for long may be closed by the server just when it is used again.
      headers: {
        'User-Agent': 'fleetwall-tests/1',
        'Content-Type': 'application/json',
        Connection: 'close',
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`)
    return text === '' ? null : (JSON.parse(text) as unknown)
  }
  const admin = (method: string, path: string, body?: unknown) =>
    call(`${addresses.admin_url}${path}`, method, body, {})
  const authorized = (method: string, path: string, body?: unknown) =>
    call(`${addresses.base_url}${path}`, method, body, { Authorization: `Bearer ${apiKey}` })

  const events = async (publicId: string, since = 0) => {
    const answer = await admin('GET', `/phones/${publicId}/events?since=${since}`)
    return (answer as { events: PhoneEvent[] }).events
  }
  const devices = (await authorized('GET', '/devices')) as { public_id: string }[]

  return {
    baseUrl: addresses.base_url,
    wsBaseUrl: addresses.ws_base_url,
    apiKey,
    phones: devices.map((device) => device.public_id),
    environment: {
      FLEETWALL_BASE_URL: addresses.base_url,
      FLEETWALL_WS_BASE_URL: addresses.ws_base_url,
      FLEETWALL_API_KEY: apiKey,
    },
    events,
    mark: async (publicId) => (await events(publicId)).at(-1)?.seq ?? 0,
    eventually: (publicId, since, enough) =>
      vi.waitFor(
        async () => {
          const list = await events(publicId, since)
          if (!enough(list)) throw new Error(`the phone has only done ${JSON.stringify(list)}`)
          return list
        },
        { timeout: timeoutMs, interval: 50 },
      ),
    async sockets(channel, publicId) {
      const all = (await admin('GET', '/sockets')) as OpenSocket[]
      return all.filter(
        (socket) => socket.channel === channel && (publicId === undefined || socket.public_id === publicId),
      )
    },
    admin,
    async act(publicId, action) {
      const answer = await authorized('POST', `/devices/${publicId}/actions`, action)
      return (answer as { result: Record<string, unknown> }).result
    },
    async close() {
      await stop(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
