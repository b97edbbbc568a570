import { EventEmitter } from 'node:events'
import type { AppEvent } from '../../../src-shared/bridge/app-state'
import { addUploadsSums, type UploadsSum } from '../../../src-shared/features/upload-state'
import type { News } from '../../../src-shared/features/news-state'
import { fleetKey } from '../../../src-shared/features/fleets-state'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import type { StartRequest } from '../base/start-arguments'
import { fleetsInWindow } from './fleets-in-window'
import { createUntilOpen } from '../page/until-open'
import { addUnfinished, hasWork, type Unfinished } from '../feature/feature'
import type { SchedulesFile } from '../schedules/kept-schedules'
import { createGather } from '../time/gather'
import { Schedules } from '../schedules/schedules'
import { shiftedClock } from '../time/shifted-clock'
import { Session } from './session'
import type { SessionOptions } from './session-options'

/** A fleet whose window has closed goes on until its work is done, and longer, as a page that loads again is back by then. */
export const lookEveryMs = 15_000

/** After these, the work of a fleet may be another. */
const changesWork: ReadonlySet<AppEvent['type']> = new Set([
  ...(['opened', 'uploads', 'tasks', 'task', 'flows', 'flow-runs', 'flows-ended'] as const),
  ...(['flow-recording', 'schedules', 'rules', 'recordings', 'recorded', 'programs'] as const),
])
/** The same for how a fleet is. */
const changesOverview: ReadonlySet<AppEvent['type']> = new Set([
  ...(['opened', 'devices', 'tile', 'usage', 'paused', 'outcomes', 'outcomes-changed'] as const),
])
/** Windows hear of other fleets this late at most. */
const reportEveryMs = 500

/** The open fleets: that of the first window, which can open any, and one for each further window. */
export interface Sessions {
  readonly first: Session
  /**
   * Returns the session of the window for a fleet, and opens it when no window shows that fleet.
   * @param fleetId null for the first window's
   * @returns null for an unknown fleet
   */
  of(fleetId: string | null): Session | null
  /**
   * Shows a phone or a view in the window of the fleet that is asked for: one of its own while the first has work to end.
   * @returns that fleet's id when it is not the first window's, else null
   */
  goTo(request: StartRequest): Promise<string | null>
  /** Sends an event to the pages of all windows. */
  emit(event: AppEvent): void
  /** Sends each window the list of fleets. */
  showFleets(): void
  /** Listens to the sum of the uploads of all windows. */
  onUploads(listener: (sum: UploadsSum) => void): void
  /** Listens to news, of which fleet. */
  onNews(listener: (news: readonly News[], fleetId: string) => void): void
  /** Listens for fleets whose session has ended, with or without a window. */
  onEnded(listener: (fleetId: string) => void): void
  readonly unfinished: Unfinished
  /** The names of the phones that are recorded. */
  readonly recordedPhones: readonly string[]
  /** Pauses all phones while the screen is locked. */
  lock(locked: boolean): void
  simulatorLost(fault: Fault): void
  finishRecordings(): void
  close(): void
}

export interface SessionsOptions extends Omit<
  SessionOptions,
  'ownFleet' | 'everywhere' | 'schedules' | 'workClock'
> {
  schedulesFile: SchedulesFile
  /** By how many ms the clock of schedules and rules is ahead. */
  nowOffsetMs: number
}

/** Opens the first window's session. */
export function createSessions({ schedulesFile, nowOffsetMs, ...options }: SessionsOptions): Sessions {
  const { clock, fleets } = options
  const open: Session[] = []
  /** The windows beside the first, by their fleets. */
  const own = new Map<string, Session>()
  /** Those that had no page and nothing to do at the last look. */
  let idle = new Set<string>()
  let stopLooking = () => {}
  const events = new EventEmitter<{
    uploads: [UploadsSum]
    news: [readonly News[], string]
    ended: [string]
  }>()

  const showFleets = () => {
    for (const session of open) session.showFleets()
  }
  const emit = (event: AppEvent) => {
    for (const session of open) session.emit(event)
  }
  const everywhere: SessionOptions['everywhere'] = {
    emit,
    showFleets,
    async reopen(fleetId) {
      for (const session of [...open])
        if (fleetId === null || session.fleetId === fleetId) await session.reopen()
    },
    stopWork(by) {
      for (const session of open) session.stopWork(by)
    },
    workBeside: (fleetId) =>
      open
        .filter((session) => session.fleetId !== fleetId)
        .map((session) => ({ fleet: fleets.summaryOf(session.fleetId)?.name ?? '', work: session.work }))
        .filter(({ work }) => hasWork(work)),
    openFleets: () => (open.length > 1 ? open.map(({ overview }) => overview) : []),
    isRecorded: (path) => open.some(({ recordings }) => recordings.isOpen(path)),
    isInUse: (path) => open.some(({ recordings }) => recordings.isOpen(path) || recordings.isConverted(path)),
    async remove(fleetId) {
      const wasFirst = first.fleetId === fleetId
      await fleets.remove(fleetId)
      end(fleetId)
      for (const session of open) session.retire(fleetId)
      // The first window takes another fleet, which may have a window of its own: one session alone can show a fleet.
      if (wasFirst) {
        end(first.fleetId)
        await first.reopen()
      }
      showFleets()
    },
  }

  /** Tells windows what is another than the last time. */
  const createReports = <Item>(
    of: (session: Session) => readonly Item[],
    event: (items: readonly Item[]) => AppEvent,
  ) => {
    const told = new WeakMap<Session, string>()
    return createGather(clock, reportEveryMs, () => {
      for (const session of open) {
        const items = of(session)
        const said = JSON.stringify(items)
        if ((told.get(session) ?? '[]') === said) continue
        told.set(session, said)
        session.emit(event(items))
      }
    })
  }
  const reports = createReports(
    ({ fleetId }) => everywhere.workBeside(fleetId),
    (work) => ({ type: 'work-elsewhere', work }),
  )
  const overviews = createReports(everywhere.openFleets, (openFleets) => ({
    type: 'open-fleets',
    openFleets,
  }))
  const idOfKey = (key: string) => fleets.state.fleets.find((fleet) => fleetKey(fleet) === key)?.id
  const workClock = shiftedClock(clock, nowOffsetMs)
  const schedules = new Schedules({
    clock: workClock,
    file: schedulesFile,
    isThere: (key) => idOfKey(key) !== undefined,
    async carryOut(key, start) {
      // Without a window, where no window shows the fleet.
      const session = of(idOfKey(key) ?? '')
      if (!session) throw new FaultError({ kind: 'cancelled' })
      return session.schedules.carryOut(start)
    },
    tell(key, news) {
      const id = idOfKey(key) ?? ''
      const shows = open.find(({ fleetId }) => fleetId === id)
      if (shows) return shows.schedules.tell(news)
      // Of a fleet that is not open, the first window tells what went wrong.
      const fleet = fleets.summaryOf(id)
      if (news.type !== 'changed' && fleet)
        first.schedules.tell({ ...news, name: `${fleet.name}: ${news.name}` })
    },
  })

  const add = (ownFleet: string | null, given: Partial<SessionOptions>): Session => {
    let added: Session | null = null
    const elsewhere = () => open.filter((other) => other !== added).map(({ fleetId }) => fleetId)
    const session = new Session({
      ...{ ...options, schedules, workClock },
      ...given,
      ownFleet,
      everywhere,
      fleets: fleetsInWindow(fleets, ownFleet, elsewhere),
    })
    added = session
    open.push(session)
    session.onEvent((event) => {
      if (changesWork.has(event.type)) reports.soon()
      if (open.length > 1 && changesOverview.has(event.type)) overviews.soon()
      if (event.type === 'uploads')
        events.emit('uploads', addUploadsSums(open.map(({ uploadsSum }) => uploadsSum)))
      if (event.type === 'told') events.emit('news', event.news, session.fleetId)
    })
    return session
  }
  const end = (fleetId: string) => {
    const session = own.get(fleetId)
    if (!session) return
    own.delete(fleetId)
    idle.delete(fleetId)
    open.splice(open.indexOf(session), 1)
    session.close()
    events.emit('ended', fleetId)
    showFleets()
    reports.soon()
    overviews.soon()
  }
  const look = () => {
    const now = [...own].filter(([, session]) => session.isIdle).map(([fleetId]) => fleetId)
    for (const fleetId of now) if (idle.has(fleetId)) end(fleetId)
    idle = new Set(now.filter((fleetId) => own.has(fleetId)))
    if (own.size > 0) stopLooking = clock.after(lookEveryMs, look)
  }
  const openOwn = (fleetId: string): Session => {
    const session = add(fleetId, {
      notices: createUntilOpen(),
      requests: createUntilOpen(),
    })
    own.set(fleetId, session)
    if (own.size === 1) {
      // The last one may have ended without a look.
      stopLooking()
      stopLooking = clock.after(lookEveryMs, look)
    }
    showFleets()
    overviews.soon()
    return session
  }
  const shown = (fleetId: string) => open.find((session) => session.fleetId === fleetId)

  /** A link ends nothing: while the first window has work, another fleet has a window of its own. */
  const beside = (fleetId: string) => (first.isTied ? openOwn(fleetId) : first)

  const first = add(null, {})
  const of = (fleetId: string | null): Session | null => {
    if (fleetId === null) return first
    return shown(fleetId) ?? (fleets.summaryOf(fleetId) ? openOwn(fleetId) : null)
  }
  schedules.open()

  return {
    first,
    of,
    async goTo(request) {
      const asked = request.fleet === null ? null : fleets.idNamed(request.fleet)
      const session = asked === null || asked === first.fleetId ? first : (own.get(asked) ?? beside(asked))
      await session.goTo(request)
      return session === first ? null : session.fleetId
    },
    emit,
    showFleets,
    onUploads: (listener) => void events.on('uploads', listener),
    onNews: (listener) => void events.on('news', listener),
    onEnded: (listener) => void events.on('ended', listener),
    get unfinished() {
      return addUnfinished(open.map(({ unfinished }) => unfinished))
    },
    get recordedPhones() {
      return open.flatMap(({ recordedPhones }) => recordedPhones)
    },
    lock: (locked) => open.forEach((session) => session.lock(locked)),
    simulatorLost: (fault) => open.forEach((session) => session.simulatorLost(fault)),
    finishRecordings: () => open.forEach((session) => session.finishRecordings()),
    close() {
      stopLooking()
      reports.close()
      overviews.close()
      schedules.close()
      for (const session of open) session.close()
    },
  }
}
