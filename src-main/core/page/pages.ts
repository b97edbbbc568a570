import type { AppEvent } from '../../../src-shared/bridge/contract'
import type { Port } from '../../../src-shared/bridge/port'
import type { Served } from '../../../src-shared/bridge/serve'
import type { PageId } from '../base/page-id'
import { eventFor, type SumTo } from './page-filter'
import { showsNothing, type FleetView } from '../planning/fleet-view'

const wall: PageId = null

/** The pages that show the open fleet: one of the wall, and one of each phone that has a window of its own. */
export interface Pages {
  /** A page's bridge; the page of the same that was there before, if any, is closed. */
  attach(pageId: PageId, port: Port<unknown>): void
  /** Tells each page what it has to know. */
  emit(event: AppEvent): void
  /** What a page shows from now on. */
  show(pageId: PageId, view: FleetView): void
  /** What is shown on any page. */
  readonly view: FleetView
  /** What the wall's page shows. */
  readonly wallView: FleetView
  close(): void
}

export interface PagesOptions {
  serve: (pageId: PageId, port: Port<unknown>) => Served
  sumTo: SumTo
  /** Something else is shown. */
  onView: (view: FleetView) => void
  /** The page is gone: nobody's hand is on it. */
  onGone: (pageId: PageId) => void
}

interface Page {
  port: Port<unknown>
  served: Served
  view: FleetView
}

export function createPages({ serve, sumTo, onView, onGone }: PagesOptions): Pages {
  const pages = new Map<PageId, Page>()

  const union = (): FleetView => {
    const views = [...pages.values()].map((page) => page.view)
    const all = (key: 'visible' | 'focused' | 'selected') => [...new Set(views.flatMap((view) => view[key]))]
    return {
      visible: all('visible'),
      focused: all('focused'),
      selected: all('selected'),
      // What a window of one phone shows is never as small.
      tileHeight: pages.get(wall)?.view.tileHeight,
    }
  }
  const leave = (pageId: PageId) => {
    pages.delete(pageId)
    onGone(pageId)
    onView(union())
  }

  return {
    attach(pageId, port) {
      const replaced = pages.get(pageId)
      // Some ports tell of their close only after the next page is there.
      if (replaced) leave(pageId)
      replaced?.port.close()
      pages.set(pageId, { port, served: serve(pageId, port), view: showsNothing })
      port.onClose(() => {
        if (pages.get(pageId)?.port === port) leave(pageId)
      })
    },
    emit(event) {
      for (const [pageId, { served }] of pages) {
        const told = eventFor(pageId, event, sumTo)
        if (told) served.emit(told)
      }
    },
    show(pageId, view) {
      const page = pages.get(pageId)
      if (!page) return
      page.view = view
      onView(union())
    },
    get view() {
      return union()
    },
    get wallView() {
      return pages.get(wall)?.view ?? showsNothing
    },
    close() {
      for (const { port } of [...pages.values()]) port.close()
    },
  }
}
