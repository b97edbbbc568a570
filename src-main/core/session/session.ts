import { EventEmitter } from 'node:events'
import type { AppEvent, AppState } from '../../../src-shared/bridge/app-state'
import type { Policy } from '../../../src-shared/bridge/policy'
import type { Port } from '../../../src-shared/bridge/port'
import { stepsLeftOf } from '../../../src-shared/bridge/task-state'
import type { Watch } from '../../../src-shared/bridge/watches-state'
import { underWayOf, type UploadsSum } from '../../../src-shared/bridge/upload-state'
import type { Fault } from '../../../src-shared/protocol/fault'
import type { Clock } from '../base/clock'
import type { StartRequest } from '../base/start-arguments'
import type { PageId } from '../base/page-id'
import { CurrentFleet } from '../fleet/current-fleet'
import type { Fleet } from '../fleet/fleet'
import { simulatedId } from '../fleets/fleets'
import { createConversions } from '../recordings/conversions'
import { createKeptRecordings } from '../recordings/kept-recordings'
import { createRecordings } from '../recordings/recordings'
import { joinViewers } from '../frames/viewer'
import { createScreenTexts } from '../screens/screen-texts'
import type { Pictures } from '../pictures/pictures'
import { createScreenWatches } from '../screens/screen-watches'
import { createWindowFlows } from '../flows/in-fleet/window-flows'
import { createFanOut } from '../frames/fan-out'
import { createActivity } from '../log/activity'
import { launchedJobs } from '../log/launched-jobs'
import { createNoteUsage } from '../log/note-usage'
import { createPages } from '../page/pages'
import type { Everywhere } from '../page/everywhere'
import { createServePage, type AppServices } from '../page/serve-page'
import { version } from '../base/version'
import { Pause, type PauseOptions } from '../planning/pause'
import type { VocabularyFile } from '../settings/vocabulary-file'

export interface SessionOptions extends AppServices {
  pictures: Pictures
  clock: Clock
  random: () => number
  /** The number of this computer's processor cores. */
  cores: number
  vocabulary: VocabularyFile
  policy: Policy | null
  canUpdate: boolean
  isSandboxed: boolean
  /** Where flows lie, absolute. */
  flowsFolder: string
  /** As `PauseOptions.idleSeconds`. */
  idleSeconds: PauseOptions['idleSeconds']
  /** The one fleet of a window beside the first; null for the first. */
  ownFleet: string | null
  everywhere: Everywhere
}

/** All that quitting would cancel: the question before quitting and the updates both ask here. */
export interface Unfinished {
  uploads: number
  /** Steps of tasks on the open fleet. */
  steps: number
  /** Phones that have flows to run. */
  flows: number
  /** Steps of a flow that is recorded, and not saved yet. */
  recordedSteps: number
  /** Phones of the open fleet with pending input or actions. */
  waitingPhones: number
  /** Recordings that are being converted. */
  conversions: number
}

/** Runs one window without a screen: its open fleet, on a page of the wall and on pages of single phones. */
export interface Session {
  /** Connects a page, and closes the last one of the same id. */
  attachBridge(pageId: PageId, port: Port<unknown>): void
  attachFrames(pageId: PageId, port: Port<ArrayBuffer>): void
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
  const recordings = createRecordings({
    clock,
    isAllowed: services.policy?.recording !== false,
    createFile: ({ publicId, name }) =>
      services.captures.folder.create(
        'video',
        {
          fleet: fleets.summaryOf(fleets.activeId)?.name ?? '',
          phone: name,
          publicId,
          at: new Date(clock.now()),
        },
        '.mkv',
      ),
    note: services.journal.note,
    onPhones: () => current.planAgain(),
    onState: (state) => emit({ type: 'recordings', recordings: state }),
    onEnded(files) {
      kept.add(files.map(({ path }) => path))
      emit({ type: 'recorded', files })
    },
    onFault: (fault) => emit({ type: 'notice', publicId: null, fault }),
  })
  const kept = createKeptRecordings(() => services.captures.folder.of('video'), everywhere.isRecorded)
  const conversions = createConversions(kept)
  const activity = createActivity({
    clock,
    log: services.activityLog,
    fleetName: () => fleets.summaryOf(fleets.activeId)?.name ?? '',
    phoneName: (publicId) => current.fleet?.nameOf(publicId) ?? publicId,
    launchFields: (kind) => vocabulary.state.words.automationLaunch.more?.[kind] ?? {},
  })
  const usage = createNoteUsage(services.usageHistories, () => fleets.activeId)
  const current = new CurrentFleet({
    clock,
    random,
    cores,
    fleets,
    lastViews,
    vocabulary,
    frames,
    mostFps: () => preferences.now.mostFps,
    isPaused: () => pause.reason !== null,
    viewer: joinViewers(() => [recordings, flows, texts, watches]),
    onClosing: recordings.stopAll,
    note: services.journal.note,
    onTouched: activity.touched,
    onMirrored: activity.mirrored,
    onSpent: (publicId, budget) => usage.spent(publicId, budget),
    emit,
  })
  const { pictures } = services
  const flows = createWindowFlows({
    clock,
    records: services.policy?.recording !== false,
    words: () => vocabulary.state.words,
    fleet: () => current.orThrow(),
    fleetId: () => fleets.activeId,
    uploads: current.uploads,
    pictures,
    folder: services.flowsFolder,
    note: services.journal.note,
    onPhones: () => current.planAgain(),
    onState: (flowsState) => emit({ type: 'flows', flows: flowsState }),
    onFiles: () => emit({ type: 'flow-files' }),
    onEnded: (run, id) => emit({ type: 'flows-ended', run, fleet: fleets.summaryOf(id)?.name ?? '' }),
    onFault: (fault) => emit({ type: 'notice', publicId: null, fault }),
  })
  const texts = createScreenTexts({
    clock,
    readText: (publicId, jpeg) => pictures.of(publicId).readText(jpeg),
    live: () => current.fleet?.shownFrames() ?? [],
    onPhones: () => current.planAgain(),
    onState: (textsState) => emit({ type: 'texts', texts: textsState }),
  })
  const watches = createScreenWatches({
    clock,
    pictures,
    onPhones: () => current.planAgain(),
    onState: (all) => emit({ type: 'watches', watches: all }),
    onSeen: (watch) => emit({ type: 'watched', watch }),
  })
  const pages = createPages({
    sumTo: (publicId) => current.uploads.sumTo(fleets.activeId, publicId),
    onView(view, wallView) {
      frames.see([...wallView.visible, ...wallView.focused])
      current.show(view)
    },
    onGone(pageId) {
      current.fleet?.presses.releasePage(pageId)
      if (pageId !== null) return
      texts.search(null, [])
      current.fleet?.mirror(null)
      conversions.close()
    },
  })
  let resumed: Fleet | null = null
  /** Follows the jobs that earlier starts launched, once the fleet's phones are known. */
  const resumeJobs = async () => {
    const { fleet } = current
    if (!fleet || fleet === resumed) return
    resumed = fleet
    const jobs = await launchedJobs(services.activityLog, fleets.summaryOf(fleets.activeId)?.name ?? '')
    if (current.fleet !== fleet) return
    activity.resumed(jobs)
    fleet.resumeJobs(jobs)
  }
  events.on('app', (event) => {
    if (event.type === 'devices' && event.devices.status === 'ready') void resumeJobs()
    if (event.type === 'devices' || event.type === 'opened')
      frames.name(new Map(event.tiles.map(({ publicId, tile }) => [publicId, tile])))
    activity.event(event)
    usage.event(event)
    flows.event(event)
    if (event.type === 'preferences') current.planAgain()
    const changedTiles = event.type === 'tile' ? [event.tile] : event.type === 'devices' ? event.tiles : []
    for (const tile of changedTiles) {
      watches.tile(tile)
      texts.tile(tile)
    }
    if (event.type !== 'opened') return pages.emit(event)
    // Other windows can't open it now.
    everywhere.showFleets()
    texts.forget()
    const unwatched = watches.forget()
    pages.emit(event)
    // After `opened`, which clears the notices of the last fleet.
    if (unwatched > 0) pages.emit({ type: 'unwatched', n: unwatched })
  })

  const state = (): AppState => ({
    version,
    fleets: fleets.state,
    ...current.shown,
    underWay: current.fleet?.underWay ?? [],
    scopes: current.scopes,
    uploads: current.uploads.state,
    tasks: current.fleet?.tasks.all() ?? [],
    recordings: recordings.state,
    flows: flows.state,
    texts: texts.state,
    watches: watches.all,
    pace: current.pace.limit,
    paused: pause.reason,
    vocabulary: vocabulary.state,
    preferences: preferences.now,
    policy: services.policy,
    canUpdate: services.canUpdate,
    isSandboxed: services.isSandboxed,
    lastView: current.lastView,
    left: ownFleet === null ? services.journal.left : [],
    news: services.news.lines,
  })
  const servePage = createServePage({
    ...services,
    ownFleet,
    isTied: () => isTied(),
    everywhere,
    current,
    pages,
    frames,
    recordings,
    conversions,
    flows,
    texts,
    watches,
    pause,
    state,
    activity,
  })

  void current.open(fleets.activeId)

  const unfinished = (): Unfinished => ({
    uploads: underWayOf(current.uploads.sum),
    steps: stepsLeftOf(current.fleet?.tasks.all() ?? []),
    flows: flows.phonesLeft,
    recordedSteps: flows.state.recording?.inputs ?? 0,
    waitingPhones: current.fleet?.waitingPhones ?? 0,
    conversions: conversions.running,
  })

  // Uploads and conversions go on with another fleet.
  const isTied = () => {
    const { steps, flows: phones, recordedSteps, waitingPhones } = unfinished()
    return steps + phones + recordedSteps + waitingPhones + recordings.state.running.length > 0
  }

  return {
    get fleetId() {
      return fleets.activeId
    },
    get isIdle() {
      const isDone = Object.values(unfinished()).every((count) => count === 0)
      return pages.isEmpty && isDone && recordings.state.running.length === 0
    },
    knowsAddress: (address) =>
      current.shown.devices.devices.some(({ dashboard_url: url }) => url === address),
    get isTied() {
      return isTied()
    },
    get uploadsSum() {
      return current.uploads.sum
    },
    showFleets: () => emit({ type: 'fleets', fleets: fleets.state }),
    reopen: () => current.open(fleets.activeId),
    isRecorded: recordings.isOpen,
    retire: (fleetId) => current.uploads.retire(fleetId),
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
      return recordings.state.running.map(({ deviceName }) => deviceName)
    },
    simulatorLost(fault) {
      current.uploads.retire(simulatedId)
      if (fleets.activeId === simulatedId) current.lose(fault)
    },
    finishRecordings() {
      recordings.close()
      conversions.close()
    },
    close() {
      pause.close()
      recordings.close()
      conversions.close()
      flows.close()
      current.close()
      pages.close()
    },
  }
}
