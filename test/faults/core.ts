import { noNews } from '../core/news/no-news'
import { noOutcomes } from '../core/outcomes/no-outcomes'
import { picturesHere } from '../core/pictures/pictures-here'
import { createDesktopFiles } from '../../src-main/core/disk/desktop-files'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { unpackFrames, packCredits, type Frame } from '../../src-shared/bridge/frame-packet'
import { connect, type Bridge } from '../../src-shared/bridge/connect'
import { firstWall } from '../../src-shared/bridge/page-id'
import type { AppEvent } from '../../src-shared/bridge/app-state'
import type { DevicesState } from '../../src-shared/features/phones'
import type { FleetsState } from '../../src-shared/features/fleets-state'
import type { Gesture } from '../../src-shared/features/gesture'
import type { Task } from '../../src-shared/features/task-state'
import type { TileState } from '../../src-shared/features/tile-state'
import type { Upload, UploadChanges, UploadsSum } from '../../src-shared/features/upload-state'
import type { UsageState } from '../../src-shared/features/usage-state'
import type { Port } from '../../src-shared/bridge/port'
import type { Fault } from '../../src-shared/protocol/fault'
import { systemClock, type Clock } from '../../src-main/core/time/clock'
import type { FileSource } from '../../src-main/core/uploads/file-source'
import type { FleetAccess } from '../../src-main/core/saved-fleets/fleet-address'
import { createFleetIndexFile } from '../../src-main/core/saved-fleets/fleet-index'
import { loadFleets } from '../../src-main/core/saved-fleets/fleets'
import type { KeyVault } from '../../src-main/core/saved-fleets/key-vault'
import { createMemoryVault } from '../core/saved-fleets/memory-vault'
import { loadInterruptions } from '../../src-main/core/jobs/kept-interruptions'
import { loadKeptSheets } from '../../src-main/core/sheets/kept-sheets'
import { loadLastViews } from '../../src-main/core/settings/last-views'
import { openJournal } from '../../src-main/core/disk/journal'
import { createLog } from '../../src-main/core/base/log'
import { createOfferedFiles } from '../../src-main/core/uploads/offered-files'
import { createSimulatorHost } from '../../src-main/core/saved-fleets/simulator-host'
import { loadPreferences } from '../../src-main/core/settings/preferences'
import { noCaptures } from '../core/captures/no-captures'
import { noSchedules } from '../core/schedules/no-schedules'
import { historyIn } from '../core/flows/history/history-in'
import { createVocabularyFile } from '../../src-main/core/settings/vocabulary-file'
import { createUntilOpen } from '../../src-main/core/page/until-open'
import { createSessions } from '../../src-main/core/session/sessions'
import { memoryPorts } from '../bridge/memory-ports'
import { canaryKey, filesWithCanary, holdsCanary } from './canary'
import { directRoute } from '../../src-main/core/service/route'
import { noActivityLog, noUsageHistories } from '../core/history/no-logs'
import { withoutPrograms } from '../core/door/without-programs'
import { withoutRules } from '../core/rules/without-rules'

export interface CoreOptions {
  clock?: Clock
  /** Where keys are stored; by default in memory. */
  vault?: KeyVault
  /** The host of the environment's fleet; null opens the remembered fleet. */
  host: string | null
  /** Address and key of that fleet; by default `host` and the canary key. */
  access?: FleetAccess
  /** A folder from an earlier core; the caller deletes it. */
  userDataDir?: string
  /** Whether the page gives its credits back; a hidden or hung page does not. */
  paints?: () => boolean
  /** How long the page takes for each message of frames, in ms. */
  paintMs?: number
}

/** The page's state, kept up to date by events. */
export interface Shown {
  fleets: FleetsState
  devices: DevicesState
  tiles: Map<string, TileState>
  usage: UsageState
  uploads: Upload[]
  uploadsSum: UploadsSum
  tasks: Task[]
  notices: { publicId: string | null; fault: Fault }[]
}

/** A core with an in-memory page instead of a window. */
export interface Core {
  bridge: Bridge
  shown: Shown
  /** Frames that the page has shown, without their bytes, and the age of each, in ms. */
  frames: (Omit<Frame, 'jpeg'> & { ageMs: number })[]
  /** The newest frame. */
  picture: Uint8Array | null
  /** `dev_1`, unless another is named. @throws Error when there is no such tile */
  tile(publicId?: string): TileState
  look(visible: readonly string[], focused?: string | null): void
  gesture(gesture: Gesture, publicId?: string): void
  offer(source: FileSource): string
  /** Makes the page visible: it gives back the credits that it owes. */
  paint(): void
  /** Crashes the page. */
  losePage(): void
  /** Quits the app; later calls do nothing. @returns where the canary key was found */
  close(): Promise<string[]>
}

/** Wraps a port and listens in both directions. */
function overheard<Message>(
  port: Port<Message>,
  hear: (message: Message, up: boolean) => void,
): Port<Message> {
  return {
    ...port,
    send(message) {
      hear(message, false)
      port.send(message)
    },
    onMessage: (listener) =>
      port.onMessage((message) => {
        hear(message, true)
        listener(message)
      }),
    onClose: (listener) => port.onClose(listener),
    close: () => port.close(),
  }
}

const isAddFleet = (message: unknown) =>
  typeof message === 'object' && message !== null && 'command' in message && message.command === 'fleets.add'

export async function openCore(options: CoreOptions): Promise<Core> {
  const { host, clock = systemClock, vault = createMemoryVault(false), paints = () => true } = options
  const userDataDir = options.userDataDir ?? (await mkdtemp(join(tmpdir(), 'fleetwall-faults-')))
  const leaks = new Set<string>()
  const log = createLog((line) => {
    if (holdsCanary(Buffer.from(line))) leaks.add('the log')
  }, 'trace')
  const files = createOfferedFiles()
  const simulator = createSimulatorHost(
    () => {
      throw new Error('fault runs have no embedded simulator')
    },
    () => undefined,
  )
  const fleets = loadFleets({
    route: directRoute,
    index: createFleetIndexFile(join(userDataDir, 'fleets.json'), () => undefined),
    vault,
    simulator,
    environment:
      options.access ??
      (host === null ? null : { baseUrl: `http://${host}/v1`, wsBaseUrl: `ws://${host}`, apiKey: canaryKey }),
    clock,
    random: Math.random,
    log,
  })
  const { first: wall } = createSessions({
    clock,
    random: Math.random,
    cores: 8,
    log,
    pictures: picturesHere(),
    fleets,
    vocabulary: createVocabularyFile(join(userDataDir, 'vocabulary.json')),
    preferences: loadPreferences(join(userDataDir, 'preferences.json'), clock, log, () => undefined),
    lastViews: loadLastViews(join(userDataDir, 'last-views.json'), clock, log, () => undefined),
    files,
    captures: noCaptures,
    journal: openJournal({
      clock,
      path: join(userDataDir, 'journal.jsonl'),
      onFailed: () => undefined,
      report: () => undefined,
    }),
    newsFile: noNews,
    schedulesFile: noSchedules,
    nowOffsetMs: 0,
    sheetFilesFolder: '',
    outcomesFile: noOutcomes,
    sheets: loadKeptSheets(join(userDataDir, 'sheets'), () => undefined),
    ...withoutRules,
    ...withoutPrograms,
    idleSeconds: null,
    flowsFolder: join(userDataDir, 'flows'),
    flowHistory: historyIn(join(userDataDir, 'flow-runs')),
    notices: createUntilOpen(),
    requests: createUntilOpen(),
    policy: null,
    canUpdate: true,
    isSandboxed: true,
    saveDiagnostics: () => Promise.resolve(''),
    desktopFiles: createDesktopFiles(null, () => []),
    saveText: () => Promise.resolve(''),
    activityLog: noActivityLog,
    usageHistories: noUsageHistories,
    interruptions: loadInterruptions(join(userDataDir, 'interruptions.json'), clock, log, () => undefined),
    proxy: { choose: () => Promise.resolve() },
  })

  const bridgePorts = memoryPorts()
  wall.attachBridge(
    firstWall,
    overheard(bridgePorts.b, (message, up) => {
      // This command carries the key from the page once.
      if (up && isAddFleet(message)) return
      if (holdsCanary(Buffer.from(JSON.stringify(message))))
        leaks.add(up ? 'the bridge, upward' : 'the bridge')
    }),
  )
  const framePorts = memoryPorts<ArrayBuffer>()
  wall.attachFrames(firstWall, framePorts.b)

  const bridge = connect(bridgePorts.a)
  const frames: Core['frames'] = []
  let picture: Uint8Array | null = null
  let credits: { tile: number; number: number }[] = []
  let lastPaint: Promise<unknown> = Promise.resolve()
  const giveBack = () => {
    const painted = credits
    credits = []
    framePorts.a.send(packCredits(painted))
  }
  const show = (message: ArrayBuffer) => {
    for (const { jpeg, ...frame } of unpackFrames(message)) {
      frames.push({ ...frame, ageMs: clock.now() - frame.receivedAt })
      picture = jpeg
      credits.push({ tile: frame.tile, number: frame.number })
    }
  }
  const paint = async (message: ArrayBuffer, ms: number) => {
    show(message)
    await delay(ms)
    giveBack()
  }
  framePorts.a.onMessage((message) => {
    if (holdsCanary(new Uint8Array(message))) leaks.add('the frame port')
    const { paintMs } = options
    if (paintMs !== undefined) {
      lastPaint = lastPaint.then(() => paint(message, paintMs))
      return
    }
    show(message)
    if (paints()) giveBack()
  })

  const first = await bridge.call('app.state', {})
  const shown: Shown = {
    fleets: first.fleets,
    devices: first.devices,
    tiles: byId(first.tiles),
    usage: first.usage,
    uploads: first.uploads.uploads,
    uploadsSum: first.uploads.sum,
    tasks: first.tasks,
    notices: [],
  }
  bridge.onEvent((event) => take(shown, event))

  const end = async () => {
    wall.close()
    simulator.close()
    for (const file of await filesWithCanary(userDataDir)) leaks.add(`the file ${file}`)
    if (options.userDataDir === undefined) await rm(userDataDir, { recursive: true, force: true })
    return [...leaks]
  }
  let closed: Promise<string[]> | null = null

  return {
    bridge,
    shown,
    frames,
    get picture() {
      return picture
    },
    tile(publicId = 'dev_1') {
      const tile = shown.tiles.get(publicId)
      if (!tile) throw new Error(`there is no tile of ${publicId}`)
      return tile
    },
    look: (visible, focused = null) =>
      bridge.tell('view.show', { visible: [...visible], focused, windowVisible: true }),
    gesture: (gesture, publicId = 'dev_1') => bridge.tell('control.send', { publicId, gesture }),
    offer(source) {
      const fileId = `file-${Math.random()}`
      files.put(fileId, source)
      return fileId
    },
    paint: giveBack,
    losePage: () => bridgePorts.a.close(),
    close: () => (closed ??= end()),
  }
}

const byId = (tiles: readonly TileState[]) => new Map(tiles.map((tile) => [tile.publicId, tile]))

function takeTransfers(shown: Shown, { changed, removed, sum }: UploadChanges): void {
  shown.uploadsSum = sum
  const places = new Set([...removed, ...changed.map(({ place }) => place)])
  const same = shown.uploads.filter(({ place }) => !places.has(place))
  shown.uploads = [...same, ...changed].sort((a, b) => a.place - b.place)
}

function take(shown: Shown, event: AppEvent): void {
  switch (event.type) {
    case 'fleets':
      shown.fleets = event.fleets
      return
    case 'opened':
      shown.usage = event.usage
      shown.devices = event.devices
      shown.tiles = byId(event.tiles)
      return
    case 'devices':
      shown.devices = event.devices
      shown.tiles = byId(event.tiles)
      return
    case 'tile':
      shown.tiles.set(event.tile.publicId, event.tile)
      return
    case 'usage':
      shown.usage = event.usage
      return
    case 'uploads':
      takeTransfers(shown, event.changes)
      return
    case 'tasks':
      shown.tasks = event.tasks
      return
    case 'task':
      shown.tasks = shown.tasks.map((task) => (task.id === event.task.id ? event.task : task))
      return
    case 'notice':
      shown.notices.push({ publicId: event.publicId, fault: event.fault })
      return
    default:
  }
}
