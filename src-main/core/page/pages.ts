import type { AppEvent, AppState } from '../../../src-shared/bridge/app-state'
import type { DevicesState } from '../../../src-shared/features/phones'
import { isWall, numberOf, phoneOf, type PageId } from '../../../src-shared/bridge/page-id'
import type { Port } from '../../../src-shared/bridge/port'
import type { Served } from '../../../src-shared/bridge/serve'
import type { UploadsSum } from '../../../src-shared/features/upload-state'
import type { LastView } from '../../../src-shared/features/last-view'
import { aboutPhone, type OfOnePhone } from '../feature/feature'
import { showsNothing, type FleetView } from '../planning/fleet-view'

/** Answers a page's calls. */
export type Serve = (pageId: PageId, port: Port<unknown>) => Served

/**
 * Keeps the pages that show the open fleet: its walls, and one for each phone with a window of its own. A phone's page gets
 * only events of its phone, or of no phone.
 */
export interface Pages {
  /** Connects a page, and closes the last one of the same id. */
  attach(pageId: PageId, port: Port<unknown>, serve: Serve): void
  /** Sends an event to the pages that it concerns. */
  emit(event: AppEvent): void
  readonly isEmpty: boolean
  /** The numbers of the walls. */
  readonly walls: readonly number[]
  /** Filters the app's state for a page. */
  filterState(pageId: PageId, state: AppState): AppState
  /** Sets a page's view. */
  show(pageId: PageId, view: FleetView): void
  close(): void
}

export interface PagesOptions {
  ofOnePhone: OfOnePhone
  /** Sums up the uploads to one phone of the open fleet. */
  sumTo: (publicId: string) => UploadsSum
  /** Returns how the user left a page. */
  lastViewOf: (pageId: PageId) => LastView
  /** @param view of all pages together */
  onView: (view: FleetView) => void
  onGone: (pageId: PageId) => void
}

interface Page {
  port: Port<unknown>
  served: Served
  view: FleetView
}

function filterDevices(publicId: string, { devices, tiles }: Pick<AppState, 'devices' | 'tiles'>) {
  const own: DevicesState = {
    ...devices,
    devices: devices.devices.filter(({ public_id }) => public_id === publicId),
  }
  return { devices: own, tiles: aboutPhone(publicId, tiles) }
}

/** The height of the largest screens on walls that show any; undefined if it is unknown of one. */
function largestTile(walls: readonly FleetView[]): number | undefined {
  const heights = walls.filter(({ visible }) => visible.length > 0).map(({ tileHeight }) => tileHeight)
  return heights.length === 0 || heights.includes(undefined)
    ? undefined
    : Math.max(...heights.filter((height) => height !== undefined))
}

export function createPages({ ofOnePhone, sumTo, lastViewOf, onView, onGone }: PagesOptions): Pages {
  const pages = new Map<PageId, Page>()

  const unite = (): FleetView => {
    const views = [...pages.values()].map(({ view }) => view)
    const all = (key: 'visible' | 'focused' | 'selected') => [...new Set(views.flatMap((view) => view[key]))]
    const walls = [...pages].flatMap(([pageId, { view }]) => (isWall(pageId) ? [view] : []))
    return {
      visible: all('visible'),
      focused: all('focused'),
      selected: all('selected'),
      // A window of one phone is never as small as a tile.
      tileHeight: largestTile(walls),
      patrols: walls.some((view) => view.patrols),
    }
  }
  const reportView = () => onView(unite())
  const walls = () => [...pages.keys()].filter(isWall).map(numberOf)
  const emit = (event: AppEvent) => {
    for (const [pageId, { served }] of pages) {
      const own = filterEvent(pageId, event)
      if (own) served.emit(own)
    }
  }
  const tellWalls = () => emit({ type: 'walls', walls: walls() })
  const forget = (pageId: PageId) => {
    pages.delete(pageId)
    onGone(pageId)
    reportView()
  }

  /** Returns null for an event that does not concern the page; tasks and the journal are for walls. */
  const filterEvent = (pageId: PageId, event: AppEvent): AppEvent | null => {
    if (('to' in event && event.to !== pageId) || ('except' in event && event.except === pageId)) return null
    const publicId = phoneOf(pageId)
    if (publicId === null) return event.type === 'opened' ? { ...event, lastView: lastViewOf(pageId) } : event
    switch (event.type) {
      case 'opened':
        return {
          ...event,
          ...filterDevices(publicId, event),
          jobs: aboutPhone(publicId, event.jobs),
          uploadsSum: sumTo(publicId),
          lastView: lastViewOf(pageId),
        }
      case 'devices':
        return { ...event, ...filterDevices(publicId, event) }
      case 'tile':
        return event.tile.publicId === publicId ? event : null
      case 'under-way':
        return event.underWay.publicId === publicId ? event : null
      default:
        return ofOnePhone.event(publicId, event)
    }
  }

  return {
    attach(pageId, port, serve) {
      const replaced = pages.get(pageId)
      // Some ports report their close only after the next page has come.
      if (replaced) forget(pageId)
      replaced?.port.close()
      pages.set(pageId, { port, served: serve(pageId, port), view: showsNothing })
      port.onClose(() => {
        if (pages.get(pageId)?.port !== port) return
        forget(pageId)
        tellWalls()
      })
      tellWalls()
    },
    emit,
    get walls() {
      return walls()
    },
    get isEmpty() {
      return pages.size === 0
    },
    filterState(pageId, state) {
      const publicId = phoneOf(pageId)
      if (publicId === null) return state
      return {
        ...ofOnePhone.state(publicId, state),
        ...filterDevices(publicId, state),
        underWay: aboutPhone(publicId, state.underWay),
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
