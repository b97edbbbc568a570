import { once } from 'node:events'
import { WebSocketServer, type WebSocket } from 'ws'
import type { TileState } from '../../../src-shared/features/tile-state'
import type { Scope } from '../../../src-shared/protocol/scope'
import type { Fault } from '../../../src-shared/protocol/fault'
import vocabulary from '../../../resources/vocabulary.json'
import { vocabularySchema } from '../../../src-shared/protocol/vocabulary'
import type { Fleet } from '../../../src-main/core/open-fleet/fleet'
import { openFleet } from '../../../src-main/core/open-fleet/open-fleet'
import { createFanOut } from '../../../src-main/core/frames/fan-out'
import { createFakeClock, type FakeClock } from '../time/fake-clock'
import { startServer } from '../service/http-server'
import { refuse } from '../uploads/upload-service'
import { fakeDevice } from '../../renderer/fake-phone'
import { jpegHeaders } from '../../renderer/phone/stream/jpeg'

const device = (publicId: string) => fakeDevice(publicId, { name: publicId })

/** An open fleet and its service, controlled by a test. */
export interface FleetService {
  fleet: Fleet
  clock: FakeClock
  phones: string[]
  /** The requests and handshakes so far, such as `GET /usage` and `stream dev_0?fps=30`. */
  asked: string[]
  /** The phones whose jobs were read so far, in order. */
  jobsAsked: string[]
  /** The jobs of each phone at the service. */
  jobs: Map<string, unknown[]>
  /** The open streams by phone, on the service's side. */
  streams: Map<string, WebSocket>
  /** The control channels by phone, on the service's side. */
  controls: Map<string, WebSocket>
  /** The reported tile states, in order. */
  reported: TileState[]
  /** The phones that a person was said to use by hand, in order. */
  touched: string[]
  /** Reports of saved notes: `phone` by the device list, `task` by the task. */
  saves: string[]
  /** The used part of each daily budget of 1000. */
  used: number
  /** The notices so far, with their phones. */
  notices: { publicId: string | null; fault: Fault }[]
  /** Whether a flow has each of them. */
  heard: boolean[]
  /** The refusal of every REST call; null for none. */
  refuseAll: { status: number; code: string } | null
  /** The refusal of reads of jobs; null for none. */
  refuseJobs: { status: number; code: string } | null
  /** The refusal of reads that reach a phone; null for none. */
  refuseReads: { status: number; code: string } | null
  /** The first message of control channels; null for none. */
  ready: object | null
  /** The refusal of actions; null for none. */
  refuseActions: { status: number; code: string } | null
  /** What was said of how far the phones on the wall are slowed, in frames a second. */
  slowedTo: (number | null)[]
  /** The most frames a second that the user wants, from the next plan on; 0 for no limit. */
  mostFps: { thumbnails: number; focus: number }
  /** The phones that a person has locked. */
  viewOnly: string[]
  /** Whether all phones are paused, from the next plan on. */
  isPaused: boolean
  /** The same: whether held phones may be live all the same. */
  worksUnseen: boolean
  /** Resolves when `holds` does, and passes `stepMs` in each turn of the event loop. */
  until(holds: () => boolean, stepMs?: number): Promise<void>
  state(publicId: string): TileState
  /** The phone leaves the account, or is back. */
  leave(publicId: string): void
  join(publicId: string): void
  /** The service has said that the key lacks this scope. */
  lack(scope: Scope): void
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
    const [, publicId = ''] = /^\/devices\/(.+)\/automations$/.exec(path) ?? []
    if (ids.includes(publicId) && request.method === 'GET' && !service.refuseAll) {
      jobsAsked.push(publicId)
      const { refuseJobs } = service
      if (refuseJobs) refuse(response, refuseJobs.status, refuseJobs.code)
      else response.end(JSON.stringify(jobs.get(publicId) ?? []))
      return
    }
    // What the scopes are found out with.
    const isProbe = path.startsWith('/devices/') && !ids.includes(path.split('/')[2] ?? '')
    if (isProbe) return refuse(response, 404, 'device_not_found')
    asked.push(`${request.method} ${path}`)
    if (service.refuseAll) refuse(response, service.refuseAll.status, service.refuseAll.code)
    else if (service.refuseReads && request.method === 'GET' && path.startsWith('/devices/'))
      refuse(response, service.refuseReads.status, service.refuseReads.code)
    else if (request.method === 'POST' && path.endsWith('/actions')) {
      const { refuseActions } = service
      if (refuseActions) refuse(response, refuseActions.status, refuseActions.code)
      else response.end(JSON.stringify({ result: {} }))
    } else if (request.method === 'PATCH')
      response.end(JSON.stringify({ ...device(path.slice('/devices/'.length)), notes: 'saved' }))
    else if (request.method === 'GET' && ids.includes(path.slice('/devices/'.length)))
      response.end(JSON.stringify(device(path.slice('/devices/'.length))))
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
    if (!ids.includes(publicId)) {
      socket.on('error', () => undefined).end('HTTP/1.1 404 Not Found\r\n\r\n')
      return
    }
    asked.push(`${channel} ${publicId}${searchParams.size > 0 ? `?${searchParams.toString()}` : ''}`)
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      if (channel !== 'stream') {
        controls.set(publicId, webSocket)
        if (service.ready) webSocket.send(JSON.stringify(service.ready))
        return
      }
      streams.set(publicId, webSocket)
      // A phone that is there shows a screen.
      webSocket.send(jpegHeaders(100, 200))
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
    pace: { framesPerSecond, isLowered: framesPerSecond < 600 },
    onSlowed: (fps) => service.slowedTo.push(fps),
    mostFps: () => service.mostFps,
    isPaused: () => service.isPaused,
    isViewOnly: (publicId) => service.viewOnly.includes(publicId),
    worksUnseen: () => service.worksUnseen,
    nextTile: () => tiles++,
    learnsScopes: true,
    words: vocabularySchema.parse(vocabulary),
    use: {
      touched: (publicId) => service.touched.push(publicId),
      pressed: () => undefined,
      mirrored: () => undefined,
      spent: () => undefined,
    },
    emit(event) {
      if (event.type === 'devices' && event.devices.devices.some(({ notes }) => notes))
        service.saves.push('phone')
      if (event.type === 'task' && event.task.steps.some(({ state }) => state === 'done'))
        service.saves.push('task')
      if (event.type === 'tile') service.reported.push(event.tile)
      if (event.type === 'notice') {
        service.notices.push({ publicId: event.publicId, fault: event.fault })
        service.heard.push(event.isAnswered === true)
      }
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
    reported: [],
    touched: [],
    saves: [],
    slowedTo: [],
    used: 0,
    notices: [],
    heard: [],
    refuseAll: null,
    ready: null,
    viewOnly: [],
    isPaused: false,
    worksUnseen: false,
    mostFps: { thumbnails: 0, focus: 0 },
    refuseJobs: null,
    refuseActions: null,
    refuseReads: null,
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
    leave(publicId) {
      ids.splice(ids.indexOf(publicId), 1)
      streams.get(publicId)?.close(1011)
    },
    join: (publicId) => void ids.push(publicId),
    lack: (scope) =>
      fleet.learn({ kind: 'problem', code: 'forbidden', status: 403, detail: `Scope ${scope} is required` }),
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

/** The first message of a control channel. */
export const ready = {
  type: 'ready',
  logical: { w: 50, h: 100 },
  snapshot: { w: 100, h: 200 },
  max_messages_per_second: 120,
}

/** Whether all phones of the fleet are live. */
export const allLive = ({ fleet, phones }: FleetService) =>
  fleet.tiles.length === phones.length && fleet.tiles.every(({ state }) => state === 'live')

/** A fleet of three phones in sight, all of them live. */
export async function openLiveFleet(): Promise<FleetService> {
  const service = await openFleetService(3, 3)
  service.fleet.show({ visible: service.phones, focused: [], selected: [] })
  await service.until(() => allLive(service))
  return service
}

/** Opens a phone's control channel. @returns the messages that arrive there */
export async function openControl(service: FleetService, publicId: string): Promise<unknown[]> {
  service.ready = ready
  service.fleet.presses.gesture('wall 1', publicId, { kind: 'hover' })
  await service.until(() => service.state(publicId).control === 'ready', 10)
  const arrived: unknown[] = []
  service.controls.get(publicId)?.on('message', (data: Buffer) => arrived.push(JSON.parse(String(data))))
  return arrived
}
