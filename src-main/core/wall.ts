import rawVocabulary from '../../resources/vocabulary.json'
import type {
  AppEvent,
  AppState,
  CallHandlers,
  TellHandlers,
  Transfer,
} from '../../src-shared/bridge/contract'
import type { Port } from '../../src-shared/bridge/port'
import { serve, type Served } from '../../src-shared/bridge/serve'
import { FaultError, faultOf, type Fault } from '../../src-shared/protocol/fault'
import { vocabularySchema } from '../../src-shared/protocol/vocabulary'
import type { Clock } from './clock'
import { openFleet, type Fleet, type FleetAccess, type FleetView } from './fleet'
import { simulatedId, type Fleets } from './fleets'
import { createFrameSender } from './frame-sender'
import { createHttpClient } from './http-client'
import type { Log } from './log'
import type { OfferedFiles } from './offered-files'
import { createUploadQueue, type UploadQueue } from './upload-queue'
import { version } from './user-agent'

export interface WallOptions {
  clock: Clock
  random: () => number
  log: Log
  fleets: Fleets
  files: OfferedFiles
}

/** The app without a screen: one open fleet, shown by one page at a time. */
export interface Wall {
  /** A page's bridge; the page before it, if any, is closed. */
  attachBridge(port: Port<unknown>): void
  attachFrames(port: Port<ArrayBuffer>): void
  /** Tells the page that shows the wall, if one does. */
  emit(event: AppEvent): void
  /** The simulated fleet has died; if it is the open one, it is closed and says so. */
  simulatorLost(fault: Fault): void
  close(): void
}

const nothing: FleetView = { visible: [], focused: null }

const noDevices: Pick<AppState, 'devices' | 'tiles' | 'usage'> = {
  devices: { status: 'loading', devices: [], fault: null },
  tiles: [],
  usage: { usage: null, readAt: null, fault: null },
}

export function createWall({ clock, random, log, fleets, files }: WallOptions): Wall {
  const vocabulary = vocabularySchema.parse(rawVocabulary)
  const frames = createFrameSender(clock)
  // Uploads go on when another fleet is opened, so they outlive the fleet that they were started from.
  const uploads = new Map<string, UploadQueue>()
  let fleet: Fleet | null = null
  let openFault: Fault | null = null
  let openings = 0
  let tiles = 0
  let view = nothing
  let served: Served | null = null
  let bridge: Port<unknown> | null = null

  const emit = (event: AppEvent) => served?.emit(event)

  const transfers = (): Transfer[] => [...uploads.values()].flatMap((queue) => queue.transfers)

  const shown = () => {
    if (fleet) return { devices: fleet.devices, tiles: fleet.tiles, usage: fleet.usage }
    if (!openFault) return noDevices
    return { ...noDevices, devices: { status: 'failed' as const, devices: [], fault: openFault } }
  }

  const tellOpened = () => {
    emit({ type: 'fleets', fleets: fleets.state })
    emit({ type: 'opened', ...shown() })
  }

  const ensureUploads = (id: string, { baseUrl, apiKey }: FleetAccess) => {
    if (uploads.has(id)) return
    const queue = createUploadQueue({
      clock,
      http: createHttpClient(baseUrl, apiKey),
      onTransfers: () => emit({ type: 'transfers', transfers: transfers() }),
      onSpent: () => {
        if (fleets.activeId === id) void fleet?.readUsage()
      },
    })
    uploads.set(id, queue)
  }

  /** Opens a fleet in place of the one that is open; the newest call wins. */
  const open = async (id: string) => {
    const thisOpening = ++openings
    fleet?.close()
    fleet = null
    openFault = null
    fleets.setActive(id)
    tellOpened()
    try {
      const access = await fleets.access(id)
      if (thisOpening !== openings) return
      ensureUploads(id, access)
      fleet = openFleet({
        access,
        clock,
        random,
        frames,
        nextTile: () => tiles++,
        events: {
          devices: (devices, states) => emit({ type: 'devices', devices, tiles: states }),
          tile: (tile) => emit({ type: 'tile', tile }),
          usage: (usage) => emit({ type: 'usage', usage }),
          notice: (publicId, fault) => emit({ type: 'notice', publicId, fault }),
        },
      })
      fleet.show(view)
    } catch (thrown) {
      if (thisOpening === openings) openFault = faultOf(thrown)
    }
    if (thisOpening === openings) tellOpened()
  }

  const show = (next: FleetView) => {
    view = next
    fleet?.show(next)
  }

  const openedFleet = () => {
    if (!fleet) throw new FaultError(openFault ?? { kind: 'cancelled' })
    return fleet
  }

  const activeUploads = () => {
    const queue = uploads.get(fleets.activeId)
    if (!queue) throw new FaultError(openFault ?? { kind: 'cancelled' })
    return queue
  }
  const uploadsWith = (id: string) =>
    [...uploads.values()].find((queue) => queue.transfers.some((transfer) => transfer.id === id)) ??
    activeUploads()

  const calls: CallHandlers = {
    'app.state': () => ({
      version,
      fleets: fleets.state,
      ...shown(),
      transfers: transfers(),
      vocabulary,
    }),
    async 'fleets.add'(params) {
      const id = await fleets.add(params)
      void open(id)
      return { id }
    },
    async 'fleets.open'({ id }) {
      await open(id)
      return null
    },
    async 'fleets.remove'({ id }) {
      uploads.get(id)?.close()
      uploads.delete(id)
      const wasOpen = fleets.activeId === id
      await fleets.remove(id)
      if (wasOpen) await open(fleets.activeId)
      else emit({ type: 'fleets', fleets: fleets.state })
      return null
    },
    async 'devices.refresh'() {
      await openedFleet().refresh()
      return null
    },
    'device.act': ({ publicId, action }) => openedFleet().act(publicId, action),
    'transfers.add'({ fileIds, publicIds }) {
      const from = openedFleet()
      const devices = publicIds.map((publicId) => ({ publicId, name: from.nameOf(publicId) ?? publicId }))
      const sources = fileIds.map((fileId) => files.get(fileId))
      return { ids: sources.flatMap((source) => activeUploads().add(source, devices)) }
    },
    'transfers.retry': ({ id }) => ({ id: uploadsWith(id).retry(id) }),
    'transfers.cancel'({ id }) {
      uploadsWith(id).cancel(id)
      return null
    },
    'transfers.clear'() {
      for (const queue of uploads.values()) queue.clear()
      return null
    },
  }

  const tells: TellHandlers = {
    'view.show'({ visible, focused, windowVisible }) {
      frames.pause(!windowVisible)
      show(windowVisible ? { visible, focused } : nothing)
    },
    'control.send': ({ publicId, gesture }) => fleet?.gesture(publicId, gesture),
    'control.takeBack': ({ publicId }) => fleet?.takeBack(publicId),
    'stream.retry': ({ publicId }) => fleet?.retryStream(publicId),
  }

  /** The page is gone: no finger of its stays on a phone, and nobody looks. */
  const detach = () => {
    bridge = null
    served = null
    for (const { publicId } of fleet?.tiles ?? []) fleet?.gesture(publicId, { kind: 'release' })
    show(nothing)
  }

  void open(fleets.activeId)

  return {
    attachBridge(port) {
      bridge?.close()
      bridge = port
      served = serve(port, calls, tells, (reason) =>
        log.warn({ reason }, 'a message from the page was refused'),
      )
      port.onClose(() => {
        if (bridge === port) detach()
      })
    },
    attachFrames: (port) => frames.attach(port),
    emit,
    simulatorLost(fault) {
      uploads.get(simulatedId)?.close()
      uploads.delete(simulatedId)
      if (fleets.activeId !== simulatedId) return
      openings += 1
      fleet?.close()
      fleet = null
      openFault = fault
      tellOpened()
    },
    close() {
      openings += 1
      fleet?.close()
      for (const queue of uploads.values()) queue.close()
      bridge?.close()
    },
  }
}
