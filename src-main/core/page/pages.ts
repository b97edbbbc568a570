import type { AppEvent } from '../../../src-shared/bridge/contract'
import type { Port } from '../../../src-shared/bridge/port'
import type { Served } from '../../../src-shared/bridge/serve'
import { eventFor, type SumTo } from './page-filter'
import type { FleetView } from '../planning/planning'

/** Whose page it is: the phone that it shows alone, or null for the wall's. */
export type PageOf = string | null

const wall: PageOf = null
/** What a page shows that nobody looks at. */
export const showsNothing: FleetView = { visible: [], focused: [], selected: [] }

/** The pages that show the open fleet: one of the wall, and one of each phone that has a window of its own. */
export interface Pages {
  /** A page's bridge; the page of the same that was there before, if any, is closed. */
  attach(of: PageOf, port: Port<unknown>): void
  /** Tells each page what it has to know. */
  emit(event: AppEvent): void
  /** What a page shows from now on. */
  show(of: PageOf, view: FleetView): void
  /** What is shown on any page. */
  readonly view: FleetView
  /** What the wall's page shows. */
  readonly wallView: FleetView
  close(): void
}

export interface PagesOptions {
  serve: (of: PageOf, port: Port<unknown>) => Served
  sumTo: SumTo
  /** Something else is shown. */
  onView: (view: FleetView) => void
  /** The page is gone: nobody's hand is on it. */
  onGone: (of: PageOf) => void
}

interface Page {
  port: Port<unknown>
  served: Served
  view: FleetView
}

export function createPages({ serve, sumTo, onView, onGone }: PagesOptions): Pages {
  const pages = new Map<PageOf, Page>()

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
  const leave = (of: PageOf) => {
    pages.delete(of)
    onGone(of)
    onView(union())
  }

  return {
    attach(of, port) {
      const replaced = pages.get(of)
      // Some ports tell of their close only after the next page is there.
      if (replaced) leave(of)
      replaced?.port.close()
      pages.set(of, { port, served: serve(of, port), view: showsNothing })
      port.onClose(() => {
        if (pages.get(of)?.port === port) leave(of)
      })
    },
    emit(event) {
      for (const [of, { served }] of pages) {
        const told = eventFor(of, event, sumTo)
        if (told) served.emit(told)
      }
    },
    show(of, view) {
      const page = pages.get(of)
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
