import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Addresses } from '../../src-simulator/service'
import { canaryKey } from './canary'
import type { HostAnswer, HostRequest } from './service-host'

/** One event of a phone, from the simulator's admin API. */
export type PhoneEvent = { seq: number; type: string } & Record<string, unknown>

/** The simulated service of a run, with the admin calls that inject faults (docs/simulator.md). */
export interface Service {
  /** `127.0.0.1:PORT`, for REST and sockets. */
  host: string
  admin(method: string, path: string, body?: unknown): Promise<unknown>
  phone(publicId: string, change: Record<string, unknown>): Promise<unknown>
  key(state: 'active' | 'suspended' | 'revoked' | 'expired'): Promise<unknown>
  plan(on: string, code: string, times?: number): Promise<unknown>
  /** Fails the next call of an operation, after it has done its work. */
  planAfter(on: string, code: string): Promise<unknown>
  scopes(scopes: readonly string[]): Promise<unknown>
  limit(change: Record<string, unknown>): Promise<unknown>
  advance(ms: number): Promise<unknown>
  disturb(publicId: string, channel: 'stream' | 'control', how: Record<string, unknown>): Promise<unknown>
  events(publicId: string): Promise<PhoneEvent[]>
  open(channel: 'stream' | 'control'): Promise<number>
  close(): Promise<void>
}

export interface Services {
  /** Starts a service; by default with phones `dev_1` … and the canary key. */
  start(config: Record<string, unknown>): Promise<Service>
  close(): void
}

/** Phones with small screens, which draw fast. */
export const phones = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    public_id: `dev_${index + 1}`,
    name: `Phone ${index + 1}`,
    snapshot: { width: 200, height: 400 },
  }))

/** Starts the process that hosts the services. @param onDefect called with an error of the simulator itself */
export function startServices(onDefect: (text: string) => void): Services {
  const host = fork(join(import.meta.dirname, 'service-host.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let last: Promise<unknown> = Promise.resolve()
  host.on('message', (answer: HostAnswer) => {
    if ('defect' in answer) onDefect(answer.defect)
  })

  /** Sends one request at a time, so that the next answer belongs to it. */
  const ask = (request: HostRequest): Promise<HostAnswer> => {
    const answer = last.then(async () => {
      host.send(request)
      const [message] = (await once(host, 'message')) as [HostAnswer]
      return message
    })
    last = answer
    return answer
  }

  return {
    async start(config) {
      const answer = await ask({ start: { devices: phones(1), keys: [{ key: canaryKey }], ...config } })
      if (!('started' in answer)) throw new Error(`the service did not start: ${JSON.stringify(answer)}`)
      return steer(answer.started, () => ask({ stop: answer.started.admin_url }))
    },
    close: () => void host.disconnect(),
  }
}

function steer({ base_url: baseUrl, admin_url: adminUrl }: Addresses, stop: () => Promise<unknown>): Service {
  const admin = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${adminUrl}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
  return {
    host: new URL(baseUrl).host,
    admin,
    phone: (publicId, change) => admin('PUT', `/phones/${publicId}`, change),
    key: (state) => admin('PUT', '/keys/canary', { state }),
    plan: (on, code, times = 1) => admin('POST', '/faults', { on, code, times }),
    planAfter: (on, code) => admin('POST', '/faults', { on, code, after: true }),
    scopes: (scopes) => admin('PUT', '/keys/canary', { scopes }),
    limit: (change) => admin('PUT', '/limits', change),
    advance: (ms) => admin('POST', '/clock', { advance_ms: ms }),
    disturb: (publicId, channel, how) => admin('POST', '/sockets', { public_id: publicId, channel, ...how }),
    events: async (publicId) =>
      ((await admin('GET', `/phones/${publicId}/events`)) as { events: PhoneEvent[] }).events,
    open: async (channel) =>
      ((await admin('GET', '/sockets')) as { channel: string }[]).filter(
        (socket) => socket.channel === channel,
      ).length,
    close: async () => void (await stop()),
  }
}
