import type { AppEvent, AppState } from '../../../src-shared/bridge/app-state'
import type { DevicesState } from '../../../src-shared/bridge/devices-state'
import { noFlows } from '../../../src-shared/bridge/flows-state'
import { noArrangement } from '../../../src-shared/bridge/arrangement'
import { noLastView, type LastView } from '../../../src-shared/bridge/last-view'
import type { Port } from '../../../src-shared/bridge/port'
import type { RecordingsState } from '../../../src-shared/bridge/recordings-state'
import type { Served } from '../../../src-shared/bridge/serve'
import { noTexts } from '../../../src-shared/bridge/texts-state'
import type { UploadsSum } from '../../../src-shared/bridge/upload-state'
import type { PageId } from '../base/page-id'
import { showsNothing, type FleetView } from '../planning/fleet-view'

/** Answers a page's calls. */
export type Serve = (pageId: PageId, port: Port<unknown>) => Served

/**
 * Keeps the pages that show the open fleet: one of the wall, and one for each phone with a window of its own. A phone's
 * page gets only events of its phone, or of no phone.
 */
export interface Pages {
  /** Connects a page, and closes the last one of the same id. */
  attach(pageId: PageId, port: Port<unknown>, serve: Serve): void
  /** Sends an event to the pages that it concerns. */
  emit(event: AppEvent): void
  readonly isEmpty: boolean
  /** Filters the app's state for a page. */
  filterState(pageId: PageId, state: AppState): AppState
  /** Sets a page's view. */
  show(pageId: PageId, view: FleetView): void
  close(): void
}

export interface PagesOptions {
  /** Sums up the uploads to one phone of the open fleet. */
  sumTo: (publicId: string) => UploadsSum
  /** @param view of all pages together */
  onView: (view: FleetView, wallView: FleetView) => void
  onGone: (pageId: PageId) => void
}

interface Page {
  port: Port<unknown>
  served: Served
  view: FleetView
}

const aboutPhone = <Item extends { publicId: string | null }>(pageId: string, items: readonly Item[]) =>
  items.filter(({ publicId }) => publicId === pageId)

function filterDevices(pageId: string, { devices, tiles }: Pick<AppState, 'devices' | 'tiles'>) {
  const own: DevicesState = {
    ...devices,
    devices: devices.devices.filter(({ public_id }) => public_id === pageId),
  }
  return { devices: own, tiles: aboutPhone(pageId, tiles) }
}

/** Of how the wall was left, only whether the phone is locked against touch concerns its own window. */
const filterView = (pageId: string, { arrangement }: LastView): LastView => ({
  ...noLastView,
  arrangement: { ...noArrangement, viewOnly: arrangement.viewOnly.filter((one) => one === pageId) },
})

const filterRecordings = (pageId: string, { running, bytesLeft }: RecordingsState): RecordingsState => ({
  running: aboutPhone(pageId, running),
  bytesLeft,
})

export function createPages({ sumTo, onView, onGone }: PagesOptions): Pages {
  const pages = new Map<PageId, Page>()

  const unite = (): FleetView => {
    const views = [...pages.values()].map(({ view }) => view)
    const all = (key: 'visible' | 'focused' | 'selected') => [...new Set(views.flatMap((view) => view[key]))]
    return {
      visible: all('visible'),
      focused: all('focused'),
      selected: all('selected'),
      // A window of one phone is never as small as a tile.
      tileHeight: pages.get(null)?.view.tileHeight,
      patrols: pages.get(null)?.view.patrols,
    }
  }
  const reportView = () => onView(unite(), pages.get(null)?.view ?? showsNothing)
  const leave = (pageId: PageId) => {
    pages.delete(pageId)
    onGone(pageId)
    reportView()
  }

  /** Returns null for an event that does not concern the page; tasks and the journal are for the wall. */
  const filterEvent = (pageId: PageId, event: AppEvent): AppEvent | null => {
    // The page that offered a file has its bytes.
    if (event.type === 'pull-file') return event.offeredBy === pageId ? event : null
    // The wall says it itself.
    if (pageId === null) return event.type === 'view-only' ? null : event
    switch (event.type) {
      case 'opened':
        return {
          ...event,
          ...filterDevices(pageId, event),
          jobs: aboutPhone(pageId, event.jobs),
          uploadsSum: sumTo(pageId),
          lastView: filterView(pageId, event.lastView),
        }
      case 'devices':
        return { ...event, ...filterDevices(pageId, event) }
      case 'tile':
        return event.tile.publicId === pageId ? event : null
      case 'jobs':
        return event.jobs.publicId === pageId ? event : null
      case 'under-way':
        return event.underWay.publicId === pageId ? event : null
      case 'notice':
        return event.publicId === pageId ? event : null
      case 'uploads': {
        const { changes } = event
        const changed = aboutPhone(pageId, changes.changed)
        const concerns = changed.length + changes.removed.length > 0
        return concerns ? { ...event, changes: { ...changes, changed, sum: sumTo(pageId) } } : null
      }
      case 'recordings':
        return { ...event, recordings: filterRecordings(pageId, event.recordings) }
      case 'watches':
        return { ...event, watches: aboutPhone(pageId, event.watches) }
      case 'view-only':
        return { ...event, publicIds: event.publicIds.filter((one) => one === pageId) }
      case 'recorded': {
        const files = aboutPhone(pageId, event.files)
        return files.length > 0 ? { ...event, files } : null
      }
      case 'left':
      case 'activity':
      case 'flows':
      case 'flow-files':
      case 'flows-ended':
      case 'texts':
      case 'watched':
      case 'tasks':
      case 'task':
        return null
      default:
        return event
    }
  }

  return {
    attach(pageId, port, serve) {
      const replaced = pages.get(pageId)
      // Some ports report their close only after the next page has come.
      if (replaced) leave(pageId)
      replaced?.port.close()
      pages.set(pageId, { port, served: serve(pageId, port), view: showsNothing })
      port.onClose(() => {
        if (pages.get(pageId)?.port === port) leave(pageId)
      })
    },
    emit(event) {
      for (const [pageId, { served }] of pages) {
        const own = filterEvent(pageId, event)
        if (own) served.emit(own)
      }
    },
    get isEmpty() {
      return pages.size === 0
    },
    filterState(pageId, state) {
      if (pageId === null) return state
      return {
        ...state,
        ...filterDevices(pageId, state),
        jobs: aboutPhone(pageId, state.jobs),
        underWay: aboutPhone(pageId, state.underWay),
        uploads: { uploads: aboutPhone(pageId, state.uploads.uploads), sum: sumTo(pageId) },
        recordings: filterRecordings(pageId, state.recordings),
        tasks: [],
        flows: noFlows,
        texts: noTexts,
        watches: aboutPhone(pageId, state.watches),
        left: [],
        news: [],
        lastView: filterView(pageId, state.lastView),
      }
    },
    show(pageId, view) {
      const page = pages.get(pageId)
      if (!page) return
      page.view = view
      reportView()
    },
    close() {
      for (const { port } of [...pages.values()]) port.close()
    },
  }
}
