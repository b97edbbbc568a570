import { EventEmitter } from 'node:events'
import type { AppEvent, AppState, FeatureName } from '../../../src-shared/bridge/app-state'
import type { PortPlace } from '../../../src-shared/bridge/frame-packet'
import { firstWall, type PageId } from '../../../src-shared/bridge/page-id'
import type { Port, Unsubscribe } from '../../../src-shared/bridge/port'
import { fleetKey as keyOf, type OpenFleet } from '../../../src-shared/features/fleets-state'
import type { NewsTarget } from '../../../src-shared/features/news-state'
import type { WorkCounts } from '../../../src-shared/features/program'
import type { UploadsSum } from '../../../src-shared/features/upload-state'
import type { Fault } from '../../../src-shared/protocol/fault'
import type { StartRequest } from '../base/start-arguments'
import { CurrentFleet } from '../open-fleet/current-fleet'
import type { Fleet } from '../open-fleet/fleet'
import { overviewOf } from '../open-fleet/overview'
import { createFeatures, type WindowFeatures } from './features'
import { createResumeJobs } from './resume-jobs'
import type { SessionOptions } from './session-options'
import { createWindowPrograms, type WindowPrograms } from './window-programs'
import { simulatedId } from '../saved-fleets/fleets'
import { WindowFlows } from '../flows/in-fleet/window-flows'
import { createFanOut, type FanOut } from '../frames/fan-out'
import { createActivity } from '../history/activity'
import { createNews } from '../news/news'
import { createNoteUsage } from '../history/note-usage'
import { createLookMarks } from '../door/look-marks'
import { createWindowTurns } from '../door/turns'
import { createPages, type Pages, type Serve } from '../page/pages'
import { createServePage } from '../page/serve-page'
import {
  addUnfinished,
  hasWork,
  joinWork,
  featureList,
  ofOnePhone,
  type Feature,
  type FeatureContext,
  type Unfinished,
} from '../feature/feature'
import { createUploads, type Uploads } from '../uploads/uploads'
import { Pause } from '../planning/pause'

/** Runs an open fleet without a screen, on the pages of its walls and of single phones. */
export class Session {
  readonly #options: SessionOptions
  readonly #events = new EventEmitter<{ app: [AppEvent] }>()
  readonly #frames: FanOut
  readonly #pause: Pause
  readonly #uploads: Uploads
  readonly #current: CurrentFleet
  readonly #features: WindowFeatures
  readonly #all: readonly Feature<FeatureName>[]
  readonly #pages: Pages
  readonly #servePage: Serve
  /** What programs have of this window. */
  readonly programs: WindowPrograms
  readonly #resumeJobs: () => Promise<void>

  constructor(options: SessionOptions) {
    const { clock, random, cores, vocabulary, idleSeconds, ownFleet, everywhere, ...services } = options
    const { fleets, preferences, lastViews, interruptions, log, notices, requests } = services
    const { note } = services.journal
    const words = () => vocabulary.state.words
    const emit = (event: AppEvent) => this.emit(event)
    this.#options = options
    const frames = (this.#frames = createFanOut(clock, () => log.info('a wall shows its first picture')))
    const pause = (this.#pause = new Pause({
      clock,
      idleMinutes: () => preferences.now.pauseAfter,
      idleSeconds,
      onChange: () => {
        emit({ type: 'paused', paused: pause.reason })
        this.#current.planAgain()
      },
    }))
    const isPaused = () => pause.reason !== null
    const phoneName = (publicId: string) => this.#current.fleet?.nameOf(publicId) ?? publicId
    const fleetKey = () => this.#fleetKey
    const news = createNews({ clock, emit, file: services.newsFile, fleetKey, phoneName })
    const activity = createActivity({
      clock,
      log: services.activityLog,
      onEntry: news.entry,
      fleetName: () => this.#fleetName,
      phoneName,
      launchFields: (kind) => words().automationLaunch.more?.[kind] ?? {},
    })
    const usage = createNoteUsage(services.usageHistories, () => fleets.activeId)
    const uploads = (this.#uploads = createUploads({
      clock,
      random,
      note,
      hashName: () => words().uploadReceipt.sha256,
      onChanges: (changes) => emit({ type: 'uploads', changes }),
      fleet: (id) => (fleets.activeId === id ? this.#current.fleet : null),
    }))
    const current = (this.#current = new CurrentFleet({
      ...{ clock, random, cores, fleets, lastViews, interruptions, vocabulary },
      ...{ uploads, frames, note, emit, isPaused },
      mostFps: () => preferences.now.mostFps,
      worksUnseen: () =>
        pause.reason !== 'person' && (this.#features.schedules.isAtWork || this.#features.rules.keepsLive),
      onClosing: () => this.#all.forEach((feature) => feature.fleetCloses?.()),
      use: {
        ...{ touched: activity.touched, mirrored: activity.mirrored, spent: usage.spent },
        pressed: (publicId) => handsOn([publicId]),
      },
    }))
    const context: FeatureContext<Fleet> = {
      ...{ clock, note, everywhere, emit },
      notify: news.add,
      policy: services.policy,
      fleetName: () => this.#fleetName,
      openFleet: () => current.orThrow(),
      fleetOrNull: () => current.fleet,
      fleetId: () => fleets.activeId,
      planAgain: () => current.planAgain(),
      saveText: services.saveText,
    }
    const isViewOnly = (publicId: string) => current.isViewOnly(publicId)
    const turns = createWindowTurns({ clock, isViewOnly, openFleet: context.openFleet })
    const handsOn = (publicIds: readonly string[]) => {
      turns.touched(publicIds)
      services.pictures.giveWay()
    }
    const looks = createLookMarks(clock)
    const flows = new WindowFlows({
      ...{ ...context, words, uploads },
      pictures: services.pictures,
      folder: services.flowsFolder,
      onTouched: handsOn,
      keepRun: (run) => services.flowHistory.begin({ ...run, fleet: this.#fleetKey }),
    })
    const features = (this.#features = createFeatures(context, {
      ...{ ...services, vocabulary, ownFleet, current, uploads, flows, turns, looks, activity, usage, news },
      isTied: () => this.isTied,
      fleetKey,
      showTarget: (...target) => this.showTarget(...target),
      words,
      ask: (command, params) => page.ask(command, params),
    }))
    this.#all = featureList(features)
    const pages = (this.#pages = createPages({
      ofOnePhone: ofOnePhone(features),
      sumTo: (publicId) => uploads.sumTo(fleets.activeId, publicId),
      lastViewOf: features.views.of,
      onView: (view) => current.show(view),
      onGone: (pageId) => {
        frames.leave(pageId)
        current.fleet?.presses.releasePage(pageId)
        current.fleet?.mirror(pageId, null)
        for (const feature of this.#all) feature.pageGone?.(pageId)
      },
    }))
    const page = createServePage({
      ...{ context, features, current, pages, frames, pause, flows, activity, log, notices, requests },
      state: (pageId) => this.#stateFor(pageId),
    })
    this.#servePage = page.serve
    this.#resumeJobs = createResumeJobs({ ...context, ...services, current, activity })
    this.programs = createWindowPrograms({
      ...{ ...context, current, uploads, words, flows, turns, looks, activity, isPaused, ask: page.ask },
      pictures: services.pictures,
      state: () => this.#stateFor(firstWall),
      onEvent: (listener) => this.onEvent(listener),
    })
    this.#events.on('app', (event) => this.#hear(event))
    void current.open(fleets.activeId)
  }

  get fleetId(): string {
    return this.#options.fleets.activeId
  }

  /** Whether it has no page and nothing to do. */
  get isIdle(): boolean {
    const isDone = Object.values(this.unfinished).every((count) => count === 0)
    return this.#pages.isEmpty && isDone && this.recordedPhones.length === 0
  }

  get unfinished(): Unfinished {
    const ofFeatures = this.#all.map((feature) => feature.unfinished?.() ?? {})
    return addUnfinished([...ofFeatures, { waitingPhones: this.#current.fleet?.waitingPhones ?? 0 }])
  }

  /** What *Stop everything* ends. */
  get work(): WorkCounts {
    return joinWork(this.#all.map((feature) => feature.work?.() ?? {}))
  }

  /** Ends that at once. @param by the fleet in whose window a person asks for it */
  stopWork(by: string): void {
    const hadWork = hasWork(this.work)
    for (const feature of this.#all) feature.stopWork?.()
    const name = by === this.fleetId ? null : (this.#options.fleets.summaryOf(by)?.name ?? '')
    this.emit({ type: 'work-stopped', by: name, hadWork })
  }

  /** Whether opening another fleet would end tasks, flows, schedules, pending input or recordings; the rest goes on. */
  get isTied(): boolean {
    const { steps, flows, recordedSteps, waitingPhones, schedules } = this.unfinished
    return steps + flows + recordedSteps + waitingPhones + schedules + this.recordedPhones.length > 0
  }

  get uploadsSum(): UploadsSum {
    return this.#uploads.sum
  }

  /** The names of the phones that are recorded. */
  get recordedPhones(): readonly string[] {
    return this.#features.recordings.running.map(({ deviceName }) => deviceName)
  }

  /** Whether the user and the administrator allow updates. */
  get mayUpdate(): boolean {
    const { policy, preferences } = this.#options
    return policy?.updates !== false && preferences.now.updates
  }

  /** Connects a page, and closes the last one of the same id. */
  attachBridge(pageId: PageId, port: Port<unknown>): void {
    this.#pages.attach(pageId, port, this.#servePage)
  }

  /** Connects one of a page's frame ports, and closes the last one at its place. */
  attachFrames(pageId: PageId, port: Port<ArrayBuffer>, place?: PortPlace): void {
    this.#frames.attach(pageId, port, place)
  }

  /** Connects a page that converts recordings. */
  attachConversions(port: Port<ArrayBuffer>): void {
    this.#features.recordings.attach(port)
  }

  /** Whether this is the address of one of its phones' dashboards; a page may have any other opened for it. */
  knowsAddress(address: string): boolean {
    return this.#current.shown.devices.devices.some(({ dashboard_url: url }) => url === address)
  }

  /** Sends its pages the list of fleets. */
  showFleets(): void {
    this.emit({ type: 'fleets', fleets: this.#options.fleets.state })
  }

  /** Opens the fleet again, as its key or the way to it is another. */
  reopen(): Promise<void> {
    return this.#current.open(this.fleetId)
  }

  /** What its fleet's schedules have of it. */
  get schedules(): Pick<WindowFeatures['schedules'], 'carryOut' | 'tell'> {
    return this.#features.schedules
  }

  /** How its fleet is, for the windows of others. */
  get overview(): OpenFleet {
    const { outcomes } = this.#features.outcomes.state()
    return overviewOf(this.fleetId, { ...this.#current.shown, outcomes, paused: this.#pause.reason })
  }

  /** Whether it still records into a file, or converts it. */
  get recordings(): Pick<WindowFeatures['recordings'], 'isOpen' | 'isConverted'> {
    return this.#features.recordings
  }

  /** Drops what is left for a fleet that was removed. */
  retire(fleetId: string): void {
    this.#uploads.retire(fleetId)
  }

  /** Opens the fleet that is asked for, and shows its phone or view. */
  async goTo({ fleet: name, phone, view, wrongLink }: StartRequest): Promise<void> {
    const { fleets, notices, requests } = this.#options
    if (wrongLink !== undefined) return notices.add({ kind: 'not-found', what: 'link', name: wrongLink })
    const fleet = name === null ? fleets.activeId : fleets.idNamed(name)
    if (fleet === null) return notices.add({ kind: 'not-found', what: 'fleet', name: name ?? '' })
    if (fleet !== fleets.activeId) await this.#current.open(fleet)
    if (phone !== null || view !== null) requests.add({ phone, view })
  }

  /** Shows what news lead to. @param to the page where a person asks for it; left out: the first wall, once it is open */
  showTarget(target: NewsTarget, to?: PageId): void {
    const request =
      target.kind === 'phone' ? { phone: target.publicId, view: null } : { phone: null, view: null, target }
    if (to) this.emit({ type: 'go-to', to, ...request })
    else this.#options.requests.add(request)
  }

  /** Sends an event to the pages. */
  emit(event: AppEvent): void {
    this.#events.emit('app', event)
  }

  /** Listens to what its pages hear. */
  onEvent(listener: (event: AppEvent) => void): Unsubscribe {
    this.#events.on('app', listener)
    return () => this.#events.off('app', listener)
  }

  /** Pauses all phones while the screen is locked. */
  lock(locked: boolean): void {
    this.#pause.lock(locked)
  }

  /** Closes the simulated fleet, whose process died. */
  simulatorLost(fault: Fault): void {
    this.#uploads.retire(simulatedId)
    if (this.fleetId === simulatedId) this.#current.lose(fault)
  }

  /** Finishes the files of all recordings at once, and removes that of a conversion. */
  finishRecordings(): void {
    this.#features.recordings.close()
  }

  close(): void {
    this.#pause.close()
    for (const feature of this.#all) feature.close?.()
    this.#current.close()
    this.#uploads.close()
    this.#pages.close()
  }

  /** Names the fleet in files. */
  get #fleetKey(): string {
    const fleet = this.#options.fleets.summaryOf(this.fleetId)
    return fleet ? keyOf(fleet) : this.fleetId
  }

  get #fleetName(): string {
    return this.#options.fleets.summaryOf(this.fleetId)?.name ?? ''
  }

  #stateFor(pageId: PageId): AppState {
    return Object.assign({}, this.#current.state, ...this.#all.map((feature) => feature.state(pageId)), {
      paused: this.#pause.reason,
      walls: this.#pages.walls,
    }) as AppState
  }

  #hear(event: AppEvent) {
    if (event.type === 'devices' && event.devices.status === 'ready') void this.#resumeJobs()
    if (event.type === 'devices' || event.type === 'opened')
      this.#frames.name(new Map(event.tiles.map(({ publicId, tile }) => [publicId, tile])))
    for (const feature of this.#all) feature.event?.(event)
    this.programs.event(event)
    // Other windows can't open it now.
    if (event.type === 'opened') this.#options.everywhere.showFleets()
    this.#pages.emit(event)
  }
}
