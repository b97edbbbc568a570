import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { FleetAccess } from '../../src-main/core/fleets/fleet-address'
import { canaryKey } from './canary'
import { openCore, type Core, type CoreOptions } from './core'
import { startHostileServer, type HostileServer, type Script } from './hostile-server'
import { startProxy, type FaultProxy } from './proxy'
import type { Service, Services } from './services'
import { createSteeredClock, type SteeredClock } from './steered-clock'

/** A request of the core, handshakes among them; without its query, because that may hold the key. */
export interface CoreRequest {
  method: string
  path: string
  /** When it was made, by `performance.now`. */
  at: number
  /** Of the answer, once it is there; 0 before, and for a handshake that succeeded. */
  status: number
}

/** What a run is made of. All of it is taken down when the run ends. */
export interface Field {
  service(config?: Record<string, unknown>): Promise<Service>
  /** The fleet that the environment names, else that of a simulated service. */
  fleet(): Promise<FleetAccess>
  server(script?: Script): Promise<HostileServer>
  proxy(target: string): Promise<FaultProxy>
  core(options: CoreOptions): Promise<Core>
  /** A core whose one phone, or whose phones, are live. */
  live(host: string, options?: Partial<CoreOptions> & { visible?: readonly string[] }): Promise<Core>
  clock(): SteeredClock
  /** A folder that outlives a core, as the user-data folder outlives the app. */
  folder(): Promise<string>
  /** The core's requests so far, of those whose `METHOD /path` fits. */
  requests(fits?: RegExp): CoreRequest[]
  /** Lets time pass in steps, for the service too where one is named, with everything that is on its way arriving between two. */
  pass(clock: Pick<SteeredClock, 'skip'>, ms: number, stepMs: number, service?: Service): Promise<void>
  /**
   * Lets time pass in steps, for ten minutes at most, until `holds`.
   * @param what the state waited for, as the failure words it
   * @returns how long it took on the clock, in ms
   */
  passUntil(
    what: string,
    holds: () => boolean | Promise<boolean>,
    clock: Pick<SteeredClock, 'skip' | 'monotonic'>,
    stepMs: number,
    service?: Service,
  ): Promise<number>
}

const patienceMs = 15_000
const lookEveryMs = 5
const longestMs = 600_000
// No row needs so long, in real time: a run that does is stuck.
const longestRunMs = 120_000

/**
 * Waits until `look` finds something.
 * @param what the state waited for, as the failure words it
 */
export async function eventually<T>(
  what: string,
  look: () => T | false | null | undefined | Promise<T | false | null | undefined>,
  withinMs = patienceMs,
): Promise<T> {
  const giveUpAt = performance.now() + withinMs
  for (;;) {
    const found = await look()
    if (found !== false && found !== null && found !== undefined) return found
    if (performance.now() > giveUpAt) throw new Error(`it did not come to this: ${what}`)
    await delay(lookEveryMs)
  }
}

/**
 * Waits for an answer, and no longer than `withinMs`.
 * @param what the state waited for, as the failure words it
 */
export async function within<T>(what: string, answer: Promise<T>, withinMs = patienceMs): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it did not come to this: ${what}`)), withinMs)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

/** A connection of this process with itself: what was sent before an echo has arrived when the echo has. */
interface Echo {
  settle(): Promise<void>
  close(): void
}

const echoTurns = 4

async function openEcho(): Promise<Echo> {
  const server = createServer((socket) => void socket.setNoDelay(true).pipe(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', noDelay: true })
  return {
    async settle() {
      for (let turn = 0; turn < echoTurns; turn += 1) {
        const back = once(socket, 'data')
        socket.write('.')
        await back
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
    close() {
      socket.destroy()
      server.close()
    },
  }
}

export interface FieldOutcome {
  requests: number
  /** Where the canary key was found. */
  leaks: string[]
}

/** Runs `work` on a field of its own, and clears it. */
export async function onField<T>(
  services: Services,
  named: FleetAccess | null,
  work: (field: Field) => Promise<T>,
): Promise<{ result: T | Error } & FieldOutcome> {
  const hosts = new Set<string>()
  const requests: CoreRequest[] = []
  const cores: Core[] = []
  const peers: { close(): Promise<unknown> }[] = []
  const folders: string[] = []

  const told = new Map<ClientRequest, CoreRequest>()
  const onRequest = (message: unknown) => {
    const { request } = message as { request: ClientRequest }
    if (!hosts.has(String(request.getHeader('host')))) return
    const [path = ''] = request.path.split('?')
    const made = { method: request.method, path, at: performance.now(), status: 0 }
    requests.push(made)
    told.set(request, made)
  }
  const onResponse = (message: unknown) => {
    const { request, response } = message as { request: ClientRequest; response: IncomingMessage }
    const made = told.get(request)
    if (made) made.status = response.statusCode ?? 0
  }
  subscribe('http.client.request.start', onRequest)
  subscribe('http.client.response.finish', onResponse)

  const added = <Peer extends { host: string; close(): Promise<unknown> }>(peer: Peer): Peer => {
    hosts.add(peer.host)
    peers.push(peer)
    return peer
  }
  const core = async (options: CoreOptions) => {
    const opened = await openCore(options)
    cores.push(opened)
    return opened
  }
  let echo = null as Echo | null

  const field: Field = {
    core,
    service: async (config = {}) => added(await services.start(config)),
    async fleet() {
      if (named) {
        hosts.add(new URL(named.baseUrl).host).add(new URL(named.wsBaseUrl).host)
        return named
      }
      const { host } = added(await services.start({}))
      return { baseUrl: `http://${host}/v1`, wsBaseUrl: `ws://${host}`, apiKey: canaryKey }
    },
    server: async (script) => added(await startHostileServer(script)),
    proxy: async (target) => added(await startProxy(target)),
    async live(host, { visible = ['dev_1'], ...options } = {}) {
      const opened = await core({ host, ...options })
      opened.look(visible)
      await eventually('the phones are live', () =>
        visible.every((publicId) => opened.shown.tiles.get(publicId)?.state === 'live'),
      )
      return opened
    },
    clock: createSteeredClock,
    async folder() {
      const folder = await mkdtemp(join(tmpdir(), 'fleetwall-faults-'))
      folders.push(folder)
      return folder
    },
    requests: (fits = /./) => requests.filter(({ method, path }) => fits.test(`${method} ${path}`)),
    async pass(clock, ms, stepMs, service) {
      echo ??= await openEcho()
      for (let left = ms; left > 0; left -= stepMs) {
        const step = Math.min(stepMs, left)
        await service?.advance(step)
        clock.skip(step)
        await echo.settle()
      }
    },
    async passUntil(what, holds, clock, stepMs, service) {
      const begun = clock.monotonic()
      while (!(await holds())) {
        if (clock.monotonic() - begun > longestMs) throw new Error(`it did not come to this: ${what}`)
        await field.pass(clock, stepMs, stepMs, service)
      }
      return clock.monotonic() - begun
    },
  }

  let result: T | Error
  try {
    result = await within('the run ends', work(field), longestRunMs)
  } catch (thrown) {
    result = thrown instanceof Error ? thrown : new Error(String(thrown))
  }
  const leaks: string[] = []
  for (const opened of cores) leaks.push(...(await opened.close()))
  for (const peer of peers.toReversed()) await peer.close()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
  echo?.close()
  unsubscribe('http.client.request.start', onRequest)
  unsubscribe('http.client.response.finish', onResponse)
  return { result, requests: requests.length, leaks }
}
