import type { AppState, CallHandlers, TellHandlers } from '../../../src-shared/bridge/contract'
import type { Port } from '../../../src-shared/bridge/port'
import { serve, type Served } from '../../../src-shared/bridge/serve'
import type { Action } from '../../../src-shared/protocol/action'
import { faultOf } from '../../../src-shared/protocol/fault'
import type { Fleet } from '../fleet/fleet'
import type { Fleets } from '../fleets/fleets'
import type { FanOut } from '../frames/fan-out'
import type { LastViews } from '../settings/last-views'
import type { Log } from '../base/log'
import type { OfferedFiles } from '../uploads/offered-files'
import type { PageId } from '../base/page-id'
import type { Pages } from './pages'
import { showsNothing } from '../planning/fleet-view'
import type { PreferencesFile } from '../settings/preferences'
import type { Screenshots } from '../fleet/screenshots'
import { createUploadCalls } from './upload-calls'
import type { Uploads } from '../uploads/uploads'

/** The fleet that is open, which another may take the place of. */
export interface Opened {
  /** Null where none is. */
  readonly fleet: Fleet | null
  /** @throws FaultError why none is open */
  orThrow(): Fleet
  /** Opens a fleet in place of the one that is open; the newest call wins. */
  open(id: string): Promise<void>
}

/** What is there whichever fleet is open. */
export interface AppServices {
  log: Log
  fleets: Fleets
  preferences: PreferencesFile
  lastViews: LastViews
  files: OfferedFiles
  screenshots: Screenshots
}

export interface ServePageOptions extends AppServices {
  opened: Opened
  /** Learns of an answer of the service's what the key may do. */
  learning: <Result>(answer: Promise<Result>) => Promise<Result>
  uploads: Uploads
  pages: Pick<Pages, 'emit' | 'show'>
  frames: Pick<FanOut, 'pause' | 'rest'>
  /** What a page has to know at this moment. */
  stateOf: (pageId: PageId) => AppState
}

/** Stands behind a page's bridge: answers what the page calls, and does what it tells. */
export type ServePage = (pageId: PageId, port: Port<unknown>) => Served

export function createServePage({
  log,
  fleets,
  preferences,
  lastViews,
  files,
  screenshots,
  opened,
  learning,
  uploads,
  pages,
  frames,
  stateOf,
}: ServePageOptions): ServePage {
  const calls: Omit<CallHandlers, 'app.state' | 'device.act' | 'device.copy'> = {
    'preferences.change'(changes) {
      preferences.change(changes)
      pages.emit({ type: 'preferences', preferences: preferences.now })
      return null
    },
    async 'fleets.add'(params) {
      const id = await fleets.add(params)
      void opened.open(id)
      return { id }
    },
    async 'fleets.open'({ id }) {
      await opened.open(id)
      return null
    },
    async 'fleets.remove'({ id }) {
      const wasOpen = fleets.activeId === id
      const removed = fleets.summaryOf(id)
      await fleets.remove(id)
      if (removed) lastViews.forget(removed)
      uploads.retire(id)
      if (wasOpen) await opened.open(fleets.activeId)
      else pages.emit({ type: 'fleets', fleets: fleets.state })
      return null
    },
    async 'devices.refresh'() {
      if (opened.fleet) await opened.fleet.refresh()
      else await opened.open(fleets.activeId)
      return null
    },
    'device.screenshot': ({ publicId, mayCost }) =>
      learning(screenshots.take(opened.orThrow(), publicId, mayCost)),
    'devices.edit': ({ publicIds, edit }) => ({ id: opened.orThrow().tasks.edit(publicIds, edit) }),
    'devices.act': ({ publicIds, action }) => ({ id: opened.orThrow().tasks.act(publicIds, action) }),
    'automations.launch': ({ publicIds, launch }) => ({
      id: opened.orThrow().tasks.launch(publicIds, launch),
    }),
    'tasks.cancel'({ id }) {
      opened.orThrow().tasks.cancel(id)
      return null
    },
    'tasks.retry'({ id }) {
      opened.orThrow().tasks.retry(id)
      return null
    },
    'tasks.clear'() {
      opened.orThrow().tasks.clear()
      return null
    },
    async 'jobs.read'({ publicId }) {
      await learning(opened.orThrow().readJobs(publicId))
      return null
    },
    ...createUploadCalls(uploads, files, () => ({ id: fleets.activeId, fleet: opened.orThrow() })),
  }

  const callsOf = (pageId: PageId, isGone: () => boolean): CallHandlers => {
    const doing = async <Result>(publicId: string, action: Action, how: (open: Fleet) => Promise<Result>) => {
      const asked = opened.orThrow()
      try {
        return await learning(how(asked))
      } catch (thrown) {
        // The page that has asked hears it no more.
        if (isGone() && asked === opened.fleet)
          pages.emit({ type: 'notice', publicId, fault: faultOf(thrown), action })
        throw thrown
      }
    }
    const isAlone = pageId !== null
    return {
      ...calls,
      'app.state': () => stateOf(pageId),
      'device.act': ({ publicId, action }) =>
        doing(publicId, action, (open) => open.act(publicId, action, isAlone)),
      async 'device.copy'({ publicId, action }) {
        const asked = opened.fleet
        const answer = await doing(publicId, action, (open) => open.copy(publicId, action, isAlone))
        // Nobody is left who could put it on the computer's clipboard.
        if (isGone() && asked === opened.fleet && ('fault' in answer || answer.text !== ''))
          pages.emit({ type: 'notice', publicId, fault: { kind: 'not-copied' } })
        return answer
      },
    }
  }

  const tellsOf = (pageId: PageId): TellHandlers => ({
    'view.show'({ visible, focused, selected = [], tileHeight, windowVisible }) {
      frames.pause(pageId, !windowVisible)
      const large = focused === null ? [] : [focused]
      pages.show(pageId, windowVisible ? { visible, focused: large, selected, tileHeight } : showsNothing)
    },
    'view.scroll': ({ scrolling }) => frames.rest(pageId, scrolling),
    'view.keep'({ fleetId, lastView }) {
      const left = fleets.summaryOf(fleetId)
      if (left) lastViews.keep(left, lastView)
    },
    'control.mirror': ({ publicIds }) => opened.fleet?.mirror(publicIds),
    'control.send': ({ publicId, gesture }) => opened.fleet?.presses.gesture(pageId, publicId, gesture),
    'control.giveUp': ({ publicId }) => opened.fleet?.giveUp(publicId),
    'control.takeBack': ({ publicId }) => opened.fleet?.takeBack(publicId),
    'jobs.interrupt': ({ publicId }) => opened.fleet?.interruptJob(publicId),
    'stream.retry': ({ publicId }) => opened.fleet?.retryStream(publicId),
  })

  return (pageId, port) => {
    let isGone = false
    port.onClose(() => (isGone = true))
    return serve(
      port,
      callsOf(pageId, () => isGone),
      tellsOf(pageId),
      (reason) => log.warn({ reason }, 'a message from the page was refused'),
    )
  }
}
