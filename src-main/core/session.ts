import type { AppEvent, AppState } from '../../src-shared/bridge/contract'
import { noLastView } from '../../src-shared/bridge/last-view'
import { unknownUsage } from '../../src-shared/bridge/usage-state'
import type { Port } from '../../src-shared/bridge/port'
import { stepsLeftOf } from '../../src-shared/bridge/task-state'
import type { UploadsSum } from '../../src-shared/bridge/upload-state'
import { FaultError, faultOf, type Fault } from '../../src-shared/protocol/fault'
import { unknownScopes } from '../../src-shared/protocol/scope'
import type { Clock } from './base/clock'
import type { Fleet, FleetEvents } from './fleet/fleet'
import type { FleetAccess } from './fleets/fleet-address'
import { createFleetEvents } from './fleet/fleet-events'
import { simulatedId } from './fleets/fleets'
import { createFanOut } from './frames/fan-out'
import { createHttpClient } from './service/http-client'
import { openFleet } from './fleet/open-fleet'
import { createPace } from './frames/pace'
import { createKeyScopes, type KeyScopes } from './account/key-scopes'
import { stateFor } from './page/page-filter'
import type { PageId } from './base/page-id'
import { createPages } from './page/pages'
import { createServePage, type AppServices } from './page/serve-page'
import { createUploads } from './uploads/uploads'
import { version } from './service/user-agent'
import type { VocabularyFile } from './settings/vocabulary-file'

export interface WallOptions extends AppServices {
  clock: Clock
  random: () => number
  /** Of this computer. */
  cores: number
  vocabulary: VocabularyFile
}

/** The app without a screen: one open fleet, shown by one page of the wall and by those of single phones. */
export interface Session {
  /** A page's bridge; the page of the same before it, if any, is closed. */
  attachBridge(pageId: PageId, port: Port<unknown>): void
  attachFrames(pageId: PageId, port: Port<ArrayBuffer>): void
  /** Tells the pages. */
  emit(event: AppEvent): void
  /** Told how all transfers are, whenever that has changed. */
  onTransfers(listener: (sum: UploadsSum) => void): void
  /** How many steps of runs on the open fleet's phones are not over. */
  readonly stepsLeft: number
  /** As `Fleet.waitingPhones`, of the open one. */
  readonly waitingPhones: number
  /** The simulated fleet has died; if it is the open one, it is closed and says so. */
  simulatorLost(fault: Fault): void
  close(): void
}

const noDevices: Pick<AppState, 'devices' | 'tiles' | 'jobs' | 'usage'> = {
  devices: { status: 'loading', devices: [], fault: null },
  tiles: [],
  jobs: [],
  usage: unknownUsage,
}

export function createSession({ clock, random, cores, vocabulary, ...lasting }: WallOptions): Session {
  const { fleets, preferences, lastViews } = lasting
  const frames = createFanOut(clock)
  const pace = createPace({
    clock,
    cores,
    inSight: () => frames.inSight,
    counts: frames.counts,
    onChange() {
      emit({ type: 'pace', pace: pace.limit })
      fleet?.show(pages.view)
    },
  })
  let fleet: Fleet | null = null
  let scopes: KeyScopes | null = null
  let openFault: Fault | null = null
  let openings = 0
  let tiles = 0

  const sumTo = (publicId: string) => uploads.sumTo(fleets.activeId, publicId)
  const pages = createPages({
    serve: (pageId, port) => servePage(pageId, port),
    sumTo,
    onView(view) {
      frames.see([...pages.wallView.visible, ...pages.wallView.focused])
      fleet?.show(view)
    },
    onGone(pageId) {
      fleet?.presses.releasePage(pageId)
      if (pageId === null) fleet?.mirror(null)
    },
  })
  const emit = (event: AppEvent) => {
    if (event.type === 'devices' || event.type === 'opened') {
      frames.name(new Map(event.tiles.map(({ publicId, tile }) => [publicId, tile])))
    }
    pages.emit(event)
  }

  const sumListeners = new Set<(sum: UploadsSum) => void>()
  const uploads = createUploads({
    clock,
    random,
    onChanges(changes) {
      emit({ type: 'uploads', changes })
      for (const listener of sumListeners) listener(changes.sum)
    },
    onFault(id, fault) {
      if (fleets.activeId === id) scopes?.learn(fault)
    },
    onSpent(id) {
      if (fleets.activeId === id) fleet?.spent('uploads', 1)
    },
    onUnsure(id) {
      if (fleets.activeId === id) void fleet?.readUsage()
    },
    onKeyRefused(id, fault) {
      if (fleets.activeId === id) fleet?.keyRefused(fault)
    },
  })

  const shown = () => {
    if (fleet) return { devices: fleet.devices, tiles: fleet.tiles, jobs: fleet.jobs, usage: fleet.usage }
    if (!openFault) return noDevices
    return { ...noDevices, devices: { status: 'failed' as const, devices: [], fault: openFault } }
  }

  const lastView = () => {
    const summary = fleets.summaryOf(fleets.activeId)
    return summary ? lastViews.of(summary) : noLastView
  }

  const tellOpened = () => {
    emit({ type: 'fleets', fleets: fleets.state })
    emit({ type: 'opened', ...shown(), uploadsSum: uploads.sum, lastView: lastView() })
    emit({ type: 'scopes', scopes: unknownScopes })
  }

  const closeFleet = (): Fault[] => {
    const givenUp = fleet?.close() ?? []
    fleet = null
    scopes?.close()
    scopes = null
    return givenUp
  }

  /** Shows that another fleet takes the place of the one that was open, and tells what of that one is given up. */
  const leaveFleet = (fault: Fault | null) => {
    const givenUp = closeFleet()
    openFault = fault
    tellOpened()
    // Behind `opened`, which clears what was told of the fleet before.
    for (const one of givenUp) emit({ type: 'notice', publicId: null, fault: one })
  }

  const eventsOf = ({ baseUrl, apiKey }: FleetAccess): FleetEvents => {
    const http = createHttpClient(baseUrl, apiKey, { clock, random })
    scopes = createKeyScopes(http, (state) => emit({ type: 'scopes', scopes: state }))
    return createFleetEvents(emit, scopes)
  }

  const learning = async <Result>(answer: Promise<Result>): Promise<Result> => {
    const asked = scopes
    try {
      return await answer
    } catch (thrown) {
      asked?.learn(faultOf(thrown))
      throw thrown
    }
  }

  const readVocabulary = async () => {
    await vocabulary.read()
    emit({ type: 'vocabulary', vocabulary: vocabulary.state })
  }

  /** Opens a fleet in place of the one that is open; the newest call wins. */
  const open = async (id: string) => {
    fleets.setActive(id)
    const thisOpening = ++openings
    leaveFleet(null)
    try {
      const [access] = await Promise.all([fleets.access(id), readVocabulary()])
      if (thisOpening !== openings) return
      uploads.open(id, access)
      fleet = openFleet({
        access,
        words: vocabulary.state.words,
        lacks: (scope) => scopes?.state[scope] === 'missing',
        clock,
        random,
        frames,
        pace,
        nextTile: () => tiles++,
        events: eventsOf(access),
      })
      for (const { fault } of uploads.to(id)) scopes?.learn(fault)
      fleet.show(pages.view)
    } catch (thrown) {
      if (thisOpening === openings) openFault = faultOf(thrown)
    }
    if (thisOpening !== openings) return
    // Not `opened` again: the person may have begun to search while the fleet was being opened.
    const { devices, tiles: states, usage } = shown()
    emit({ type: 'devices', devices, tiles: states })
    emit({ type: 'usage', usage })
  }

  const stateOf = (pageId: PageId) => {
    const state: AppState = {
      version,
      fleets: fleets.state,
      ...shown(),
      underWay: fleet?.underWay ?? [],
      scopes: scopes?.state ?? unknownScopes,
      uploads: uploads.state,
      tasks: fleet?.tasks.all() ?? [],
      pace: pace.limit,
      vocabulary: vocabulary.state,
      preferences: preferences.now,
      lastView: lastView(),
    }
    return stateFor(pageId, state, sumTo)
  }

  const servePage = createServePage({
    ...lasting,
    opened: {
      get fleet() {
        return fleet
      },
      orThrow() {
        if (!fleet) throw new FaultError(openFault ?? { kind: 'cancelled' })
        return fleet
      },
      open,
    },
    learning,
    uploads,
    pages,
    frames,
    stateOf,
  })

  void open(fleets.activeId)

  return {
    attachBridge: (pageId, port) => pages.attach(pageId, port),
    attachFrames: (pageId, port) => frames.attach(pageId, port),
    emit,
    onTransfers: (listener) => void sumListeners.add(listener),
    get stepsLeft() {
      return stepsLeftOf(fleet?.tasks.all() ?? [])
    },
    get waitingPhones() {
      return fleet?.waitingPhones ?? 0
    },
    simulatorLost(fault) {
      uploads.retire(simulatedId)
      if (fleets.activeId !== simulatedId) return
      openings += 1
      leaveFleet(fault)
    },
    close() {
      openings += 1
      closeFleet()
      uploads.close()
      pace.stop()
      pages.close()
    },
  }
}
