import { EventEmitter } from 'node:events'
import type { AppEvent, AppState } from '../../../src-shared/bridge/app-state'
import type { Policy } from '../../../src-shared/bridge/policy'
import type { Port } from '../../../src-shared/bridge/port'
import type { Watch } from '../../../src-shared/bridge/watches-state'
import type { UploadsSum } from '../../../src-shared/bridge/upload-state'
import type { Fault } from '../../../src-shared/protocol/fault'
import type { Clock } from '../time/clock'
import type { StartRequest } from '../base/start-arguments'
import type { PageId } from '../base/page-id'
import { CurrentFleet } from '../open-fleet/current-fleet'
import type { Fleet } from '../open-fleet/fleet'
import { createFeatures, type AppServices } from './features'
import { simulatedId } from '../saved-fleets/fleets'
import { WindowFlows } from '../flows/in-fleet/window-flows'
import { createFanOut } from '../frames/fan-out'
import { createActivity } from '../history/activity'
import { launchedJobs } from '../history/launched-jobs'
import { createNoteUsage } from '../history/note-usage'
import { createPages } from '../page/pages'
import { createServePage } from '../page/serve-page'
import {
  featureList,
  ofOnePhone,
  unfinishedIn,
  type Everywhere,
  type FeatureContext,
  type Unfinished,
} from '../feature/feature'
import { createUploads } from '../uploads/uploads'
import { Pause, type PauseOptions } from '../planning/pause'
import type { VocabularyFile } from '../settings/vocabulary-file'

export interface SessionOptions extends AppServices {
  clock: Clock
  random: () => number
  /** The number of this computer's processor cores. */
  cores: number
  vocabulary: VocabularyFile
  policy: Policy | null
  /** Where flows lie, absolute. */
  flowsFolder: string
  /** As `PauseOptions.idleSeconds`. */
  idleSeconds: PauseOptions['idleSeconds']
  /** The one fleet of a window beside the first; null for the first. */
  ownFleet: string | null
  everywhere: Everywhere
}

/** Runs one window without a screen: its open fleet, on a page of the wall and on pages of single phones. */
export interface Session {
  /** Connects a page, and closes the last one of the same id. */
  attachBridge(pageId: PageId, port: Port<unknown>): void
  attachFrames(pageId: PageId, port: Port<ArrayBuffer>): void
  /** Connects a page that converts recordings. */
  attachConversions(port: Port<ArrayBuffer>): void
  readonly fleetId: string
  /** Whether it has no page and nothing to do. */
  readonly isIdle: boolean
  readonly uploadsSum: UploadsSum
  /** Whether this is the address of one of its phones' dashboards; a page may have any other opened for it. */
  knowsAddress(address: string): boolean
  /** Whether opening another fleet would end something: tasks, flows, pending input or recordings. */
  readonly isTied: boolean
  /** Sends its pages the list of fleets. */
  showFleets(): void
  /** Opens the fleet again, as its key or the way to it is another. */
  reopen(): Promise<void>
  /** Whether it still records into the file of this path. */
  isRecorded(path: string): boolean
  /** Drops what is left for a fleet that was removed. */
  retire(fleetId: string): void
  /** Opens the fleet that is asked for, and shows its phone or view. */
  goTo(request: StartRequest): Promise<void>
  /** Sends an event to the pages. */
  emit(event: AppEvent): void
  /** Listens to the sum of all uploads. */
  onUploads(listener: (sum: UploadsSum) => void): void
  /** Listens to what watches have seen. */
  onWatched(listener: (watch: Watch) => void): void
  /** Whether the user and the administrator allow updates. */
  readonly mayUpdate: boolean
  readonly unfinished: Unfinished
  /** Pauses all phones while the screen is locked. */
  lock(locked: boolean): void
  /** The names of the phones that are recorded. */
  readonly recordedPhones: readonly string[]
  /** Closes the simulated fleet, whose process died. */
  simulatorLost(fault: Fault): void
  /** Finishes the files of all recordings at once, and removes that of a conversion. */
  finishRecordings(): void
  close(): void
}

export function createSession({
  clock,
  random,
  cores,
  vocabulary,
  idleSeconds,
  ownFleet,
  everywhere,
  ...services
}: SessionOptions): Session {
  const { fleets, preferences, lastViews } = services
  const fleetName = () => fleets.summaryOf(fleets.activeId)?.name ?? ''
  const events = new EventEmitter<{ app: [AppEvent] }>()
  const emit = (event: AppEvent) => void events.emit('app', event)
  const frames = createFanOut(clock, () => services.log.info('the wall shows its first picture'))
  const pause = new Pause({
    clock,
    idleMinutes: () => preferences.now.pauseAfter,
    idleSeconds,
    onChange() {
      emit({ type: 'paused', paused: pause.reason })
      current.planAgain()
    },
  })
  const activity = createActivity({
    clock,
    log: services.activityLog,
    fleetName,
    phoneName: (publicId) => current.fleet?.nameOf(publicId) ?? publicId,
    launchFields: (kind) => vocabulary.state.words.automationLaunch.more?.[kind] ?? {},
  })
  const usage = createNoteUsage(services.usageHistories, () => fleets.activeId)
  const uploads = createUploads({
    clock,
    random,
    note: services.journal.note,
    hashName: () => vocabulary.state.words.uploadReceipt.sha256,
    onChanges: (changes) => emit({ type: 'uploads', changes }),
    fleet: (id) => (fleets.activeId === id ? current.fleet : null),
  })
  const current = new CurrentFleet({
    clock,
    random,
    cores,
    fleets,
    lastViews,
    vocabulary,
    uploads,
    frames,
    mostFps: () => preferences.now.mostFps,
    isPaused: () => pause.reason !== null,
    onClosing: () => all.forEach((feature) => feature.fleetCloses?.()),
    note: services.journal.note,
    onTouched: activity.touched,
    onMirrored: activity.mirrored,
    onSpent: (publicId, budget) => usage.spent(publicId, budget),
    emit,
  })
  const context: FeatureContext<Fleet> = {
    clock,
    policy: services.policy,
    note: services.journal.note,
    everywhere,
    emit,
    openFleet: () => current.orThrow(),
    fleetId: () => fleets.activeId,
    fleetName,
    planAgain: () => current.planAgain(),
    saveText: services.saveText,
  }
  const flows = new WindowFlows({
    ...context,
    words: () => vocabulary.state.words,
    uploads,
    pictures: services.pictures,
    folder: services.flowsFolder,
  })
  const features = createFeatures(context, services, {
    current,
    uploads,
    flows,
    activity,
    usage,
    ownFleet,
    isTied: () => isTied(),
  })
  const { recordings } = features
  const all = featureList(features)
  const pages = createPages({
    ofOnePhone: ofOnePhone(features),
    sumTo: (publicId) => uploads.sumTo(fleets.activeId, publicId),
    onView(view, wallView) {
      frames.see([...wallView.visible, ...wallView.focused])
      current.show(view)
    },
    onGone(pageId) {
      current.fleet?.presses.releasePage(pageId)
      if (pageId !== null) return
      current.fleet?.mirror(null)
      for (const feature of all) feature.wallGone?.()
    },
  })
  let resumed: Fleet | null = null
  /** Follows the jobs that earlier starts launched, once the fleet's phones are known. */
  const resumeJobs = async () => {
    const { fleet } = current
    if (!fleet || fleet === resumed) return
    resumed = fleet
    const jobs = await launchedJobs(services.activityLog, fleetName())
    if (current.fleet !== fleet) return
    activity.resumed(jobs)
    fleet.resumeJobs(jobs)
  }
  events.on('app', (event) => {
    if (event.type === 'devices' && event.devices.status === 'ready') void resumeJobs()
    if (event.type === 'devices' || event.type === 'opened')
      frames.name(new Map(event.tiles.map(({ publicId, tile }) => [publicId, tile])))
    for (const feature of all) feature.event?.(event)
    // Other windows can't open it now.
    if (event.type === 'opened') everywhere.showFleets()
    pages.emit(event)
  })

  const state = (): AppState =>
    Object.assign({}, current.state, ...all.map((feature) => feature.state()), {
      paused: pause.reason,
    }) as AppState
  const servePage = createServePage({
    ...{ context, features, current, pages, frames, pause, flows, state, activity },
    log: services.log,
    notices: services.notices,
    requests: services.requests,
  })

  void current.open(fleets.activeId)

  const unfinished = (): Unfinished => ({
    ...unfinishedIn(features),
    waitingPhones: current.fleet?.waitingPhones ?? 0,
  })

  // Uploads and conversions go on with another fleet.
  const isTied = () => {
    const { steps, flows: phones, recordedSteps, waitingPhones } = unfinished()
    return steps + phones + recordedSteps + waitingPhones + recordings.running.length > 0
  }

  return {
    get fleetId() {
      return fleets.activeId
    },
    get isIdle() {
      const isDone = Object.values(unfinished()).every((count) => count === 0)
      return pages.isEmpty && isDone && recordings.running.length === 0
    },
    knowsAddress: (address) =>
      current.shown.devices.devices.some(({ dashboard_url: url }) => url === address),
    get isTied() {
      return isTied()
    },
    get uploadsSum() {
      return uploads.sum
    },
    showFleets: () => emit({ type: 'fleets', fleets: fleets.state }),
    reopen: () => current.open(fleets.activeId),
    isRecorded: recordings.isOpen,
    retire: (fleetId) => uploads.retire(fleetId),
    async goTo({ fleet: name, phone, view, wrongLink }) {
      if (wrongLink !== undefined) {
        services.notices.add({ kind: 'not-found', what: 'link', name: wrongLink })
        return
      }
      const fleet = name === null ? fleets.activeId : fleets.idNamed(name)
      if (fleet === null) {
        services.notices.add({ kind: 'not-found', what: 'fleet', name: name ?? '' })
        return
      }
      if (fleet !== fleets.activeId) await current.open(fleet)
      if (phone !== null || view !== null) services.requests.add({ phone, view })
    },
    attachBridge: (pageId, port) => pages.attach(pageId, port, servePage),
    attachFrames: (pageId, port) => frames.attach(pageId, port),
    attachConversions: recordings.attach,
    emit,
    onUploads: (listener) =>
      void events.on('app', (event) => {
        if (event.type === 'uploads') listener(event.changes.sum)
      }),
    onWatched: (listener) =>
      void events.on('app', (event) => {
        if (event.type === 'watched') listener(event.watch)
      }),
    get mayUpdate() {
      return services.policy?.updates !== false && preferences.now.updates
    },
    get unfinished() {
      return unfinished()
    },
    lock: (locked) => pause.lock(locked),
    get recordedPhones() {
      return recordings.running.map(({ deviceName }) => deviceName)
    },
    simulatorLost(fault) {
      uploads.retire(simulatedId)
      if (fleets.activeId === simulatedId) current.lose(fault)
    },
    finishRecordings: recordings.close,
    close() {
      pause.close()
      for (const feature of all) feature.close?.()
      current.close()
      uploads.close()
      pages.close()
    },
  }
}
