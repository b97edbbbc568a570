import { once } from 'node:events'
import { WebSocketServer, type WebSocket } from 'ws'
import type { TileState } from '../../../src-shared/bridge/tile-state'
import type { Device } from '../../../src-shared/protocol/device'
import type { Fault } from '../../../src-shared/protocol/fault'
import vocabulary from '../../../resources/vocabulary.json'
import type { Scope } from '../../../src-shared/protocol/scope'
import { vocabularySchema } from '../../../src-shared/protocol/vocabulary'
import type { Fleet } from '../../../src-main/core/fleet/fleet'
import { openFleet } from '../../../src-main/core/fleet/open-fleet'
import { createFanOut } from '../../../src-main/core/frames/fan-out'
import { createFakeClock, type FakeClock } from '../base/fake-clock'
import { startServer } from '../service/http-server'
import { refuse } from '../uploads/upload-service'

const device = (publicId: string): Device => ({
  public_id: publicId,
  name: publicId,
  custom_name: null,
  notes: null,
  labels: [],
  dashboard_id: 1,
  dashboard_url: 'https://dashboard.example/1',
})

/** A fleet of `phones` phones, open, and the service that it speaks to, in the hands of a test. */
export interface FleetService {
  fleet: Fleet
  clock: FakeClock
  phones: string[]
  /** Requests and handshakes so far, as `GET /usage` and `stream dev_0?fps=30`. */
  asked: string[]
  /** Whose jobs were read so far. */
  jobsAsked: string[]
  /** The jobs of each phone, as the service shows them. */
  jobs: Map<string, unknown[]>
  /** The sockets that are open on the service's side, by phone. */
  streams: Map<string, WebSocket>
  /** The control channel of each phone, on the service's side. */
  controls: Map<string, WebSocket>
  /** The states of tiles that were told, in their order. */
  told: TileState[]
  /** What was told of phones that were given notes: `phone` for the list of them, `run` for a run that has done it. */
  saves: string[]
  /** What is used of each daily budget of 1000. */
  used: number
  /** What was told to be shown, and on which phone. */
  notices: { publicId: string | null; fault: Fault }[]
  /** What REST answers with instead of what is right; null for what is right. */
  refuseAll: { status: number; code: string } | null
  /** What readings of jobs are answered with; null for the jobs. */
  refuseJobs: { status: number; code: string } | null
  /** What control channels say when they open; null for those that open and say nothing. */
  ready: object | null
  /** What actions are answered with; null where they are carried out. */
  refuseActions: { status: number; code: string } | null
  /** The scopes that the key is known not to have. */
  lacks: Scope[]
  /** Resolves when it holds; the fleet's time passes by `stepMs` in each turn of the machine. */
  until(holds: () => boolean, stepMs?: number): Promise<void>
  state(publicId: string): TileState
  close(): Promise<void>
}

export async function openFleetService(
  phones: number,
  maxActiveDevices: number,
  framesPerSecond = 600,
): Promise<FleetService> {
  const clock = createFakeClock()
  const ids = Array.from({ length: phones }, (_, index) => `dev_${index}`)
  const asked: string[] = []
  const jobsAsked: string[] = []
  const jobs = new Map<string, unknown[]>()
  const streams = new Map<string, WebSocket>()
  const controls = new Map<string, WebSocket>()

  const sockets = new WebSocketServer({ noServer: true })
  const server = await startServer((request, response) => {
    const path = (request.url ?? '').slice('/v1'.length)
    const [, publicId] = /^\/devices\/(.+)\/automations$/.exec(path) ?? []
    if (publicId !== undefined && request.method === 'GET' && !service.refuseAll) {
      jobsAsked.push(publicId)
      const { refuseJobs } = service
      if (refuseJobs) refuse(response, refuseJobs.status, refuseJobs.code)
      else response.end(JSON.stringify(jobs.get(publicId) ?? []))
      return
    }
    asked.push(`${request.method} ${path}`)
    if (service.refuseAll) refuse(response, service.refuseAll.status, service.refuseAll.code)
    else if (request.method === 'POST' && path.endsWith('/actions')) {
      const { refuseActions } = service
      if (refuseActions) refuse(response, refuseActions.status, refuseActions.code)
      else response.end(JSON.stringify({ result: {} }))
    } else if (request.method === 'PATCH')
      response.end(JSON.stringify({ ...device(path.slice('/devices/'.length)), notes: 'saved' }))
    else if (path === '/devices') response.end(JSON.stringify(ids.map(device)))
    else if (path === '/usage') {
      const budget = { used: service.used, budget: 1000, remaining: 1000 - service.used }
      const usage = { active_minutes: budget, actions: budget, snapshots: budget, uploads: budget }
      const rest = { max_active_devices: maxActiveDevices, resets_at: '2030-01-02T00:00:00Z' }
      response.end(JSON.stringify({ ...usage, ...rest }))
    } else refuse(response, 404, 'device_not_found')
  })
  server.onUpgrade((request, socket, head) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1')
    const [, , , publicId = '', channel = ''] = pathname.split('/')
    searchParams.delete('token')
    asked.push(`${channel} ${publicId}${searchParams.size > 0 ? `?${searchParams.toString()}` : ''}`)
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      if (channel !== 'stream') {
        controls.set(publicId, webSocket)
        if (service.ready) webSocket.send(JSON.stringify(service.ready))
        return
      }
      streams.set(publicId, webSocket)
      webSocket.once('close', () => {
        if (streams.get(publicId) === webSocket) streams.delete(publicId)
      })
    })
  })

  let tiles = 0
  const fleet = openFleet({
    access: { baseUrl: `${server.url}/v1`, wsBaseUrl: `ws://${server.host}`, apiKey: 'k' },
    clock,
    random: () => 0.5,
    frames: createFanOut(clock),
    pace: { framesPerSecond },
    nextTile: () => tiles++,
    lacks: (scope) => service.lacks.includes(scope),
    words: vocabularySchema.parse(vocabulary),
    events: {
      jobs: () => undefined,
      devices: ({ devices }) => devices.some(({ notes }) => notes) && service.saves.push('phone'),
      tile: (state) => service.told.push(state),
      usage: () => undefined,
      underWay: () => undefined,
      tasks: (tasks) =>
        tasks.some(({ steps }) => steps.some(({ state }) => state === 'done')) && service.saves.push('run'),
      notice: (publicId, fault) => service.notices.push({ publicId, fault }),
    },
  })

  const service: FleetService = {
    fleet,
    clock,
    phones: ids,
    asked,
    jobsAsked,
    jobs,
    streams,
    controls,
    told: [],
    saves: [],
    used: 0,
    notices: [],
    refuseAll: null,
    ready: null,
    lacks: [],
    refuseJobs: null,
    refuseActions: null,
    async until(holds, stepMs = 0) {
      while (!holds()) {
        clock.advance(stepMs)
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
    state(publicId) {
      const state = fleet.tiles.find((tile) => tile.publicId === publicId)
      if (!state) throw new Error(`there is no tile of ${publicId}`)
      return state
    },
    async close() {
      fleet.close()
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      await once(sockets, 'close')
      await server.close()
    },
  }
  return service
}
