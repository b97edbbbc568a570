import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { FleetAccess } from '../../src-main/core/saved-fleets/fleet-address'
import { canaryKey } from './canary'
import { openCore, type Core, type CoreOptions } from './core'
import { startHostileServer, type HostileServer, type Script } from './hostile-server'
import { startProxy, type FaultProxy } from './proxy'
import type { Service, Services } from './services'
import { createSteeredClock, type SteeredClock } from './steered-clock'

/** A request or handshake of the core, without its query, which may hold the key. */
export interface CoreRequest {
  method: string
  path: string
  /** When it was sent, by `performance.now`. */
  at: number
  /** Status of the answer; 0 until it arrives and for a handshake that succeeded. */
  status: number
}

/** The parts of a run, all closed when the run ends. */
export interface Field {
  service(config?: Record<string, unknown>): Promise<Service>
  /** The fleet that the environment names, or a simulated one. */
  fleet(): Promise<FleetAccess>
  server(script?: Script): Promise<HostileServer>
  /** @param only as for `startProxy` */
  proxy(target: string, only?: string): Promise<FaultProxy>
  core(options: CoreOptions): Promise<Core>
  /** Starts a core and waits until its phones are live. */
  live(host: string, options?: Partial<CoreOptions> & { visible?: readonly string[] }): Promise<Core>
  clock(): SteeredClock
  /** Makes a folder that outlives a core, like the user-data folder. */
  folder(): Promise<string>
  /** The core's requests so far whose `METHOD /path` matches. */
  requests(fits?: RegExp): CoreRequest[]
  /** Moves the core's and the service's time on in steps; messages in flight arrive between two steps. */
  pass(clock: Pick<SteeredClock, 'skip'>, ms: number, stepMs: number, service?: Service): Promise<void>
  /**
   * Moves time on in steps until `holds`, for ten minutes at most.
   * @param what the state to wait for, for the failure message
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
// A run that takes longer in real time is stuck.
const longestRunMs = 120_000

/**
 * Waits until `look` finds something.
 * @param what the state to wait for, for the failure message
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
    if (performance.now() > giveUpAt) throw new Error(`timed out waiting until ${what}`)
    await delay(lookEveryMs)
  }
}

/**
 * Waits for an answer, and no longer than `withinMs`.
 * @param what the state to wait for, for the failure message
 */
export async function within<T>(what: string, answer: Promise<T>, withinMs = patienceMs): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`timed out waiting until ${what}`)), withinMs)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

/** A loopback connection: once its echo returns, everything sent before has arrived. */
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
  /** Places where the canary key was found. */
  leaks: string[]
}

/** Runs `work` on a fresh field and closes the field. */
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

  const pending = new Map<ClientRequest, CoreRequest>()
  const onRequest = (message: unknown) => {
    const { request } = message as { request: ClientRequest }
    if (!hosts.has(String(request.getHeader('host')))) return
    const [path = ''] = request.path.split('?')
    const made = { method: request.method, path, at: performance.now(), status: 0 }
    requests.push(made)
    pending.set(request, made)
  }
  const onResponse = (message: unknown) => {
    const { request, response } = message as { request: ClientRequest; response: IncomingMessage }
    const made = pending.get(request)
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
    proxy: async (target, only) => added(await startProxy(target, only)),
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
        if (clock.monotonic() - begun > longestMs) throw new Error(`timed out waiting until ${what}`)
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
