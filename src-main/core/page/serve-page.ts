import type { AppState } from '../../../src-shared/bridge/app-state'
import type { PageRequest } from '../../../src-shared/features/program'
import type { CallHandlers, CallName, TellHandlers } from '../../../src-shared/bridge/contract'
import { serve } from '../../../src-shared/bridge/serve'
import type { Action } from '../../../src-shared/protocol/action'
import { faultOf, type Fault } from '../../../src-shared/protocol/fault'
import type { Captures } from '../captures/captures'
import type { CurrentFleet } from '../fleet/current-fleet'
import type { Fleet } from '../fleet/fleet'
import type { ScreenTexts } from '../screens/screen-texts'
import type { ScreenWatches } from '../screens/screen-watches'
import type { WindowFlows } from '../flows/in-fleet/window-flows'
import type { Fleets } from '../fleets/fleets'
import type { Conversions } from '../recordings/conversions'
import type { Recordings } from '../recordings/recordings'
import type { FanOut } from '../frames/fan-out'
import type { LastViews } from '../settings/last-views'
import type { Journal } from '../base/journal'
import type { Log } from '../base/log'
import type { News } from '../settings/news'
import type { OfferedFiles } from '../uploads/offered-files'
import type { PageId } from '../base/page-id'
import type { Pages, Serve } from './pages'
import { showsNothing } from '../planning/fleet-view'
import type { Pause } from '../planning/pause'
import type { PreferencesFile } from '../settings/preferences'
import type { ProxyChoice } from '../fleets/proxy-choice'
import type { UntilOpen } from './until-open'
import { devicesCsv } from '../account/devices-csv'
import { activityText } from '../log/activity-text'
import type { Activity } from '../log/activity'
import type { ActivityLog } from '../log/activity-log'
import type { UsageHistories } from '../log/usage-history'
import type { DesktopFiles } from '../base/desktop-files'
import type { Everywhere } from './everywhere'
import { createFleetCalls } from './fleet-calls'
import { createFlowCalls } from './flow-calls'
import { createCaptureCalls } from './capture-calls'
import { createConversionCalls } from './conversion-calls'
import { createUploadCalls } from './upload-calls'

/** The services that outlive a fleet. */
export interface AppServices {
  log: Log
  fleets: Fleets
  preferences: PreferencesFile
  lastViews: LastViews
  files: OfferedFiles
  captures: Captures
  journal: Journal
  activityLog: ActivityLog
  usageHistories: UsageHistories
  /** Faults that concern the whole app. */
  notices: UntilOpen<Fault>
  /** What the wall's page is asked to show. */
  requests: UntilOpen<PageRequest>
  proxy: ProxyChoice
  news: News
  /** @returns the path of the file */
  saveDiagnostics: () => Promise<string>
  /**
   * Saves a file in the downloads folder.
   * @param extension with its dot
   * @returns its path
   */
  saveText: (name: string, extension: string, text: string) => Promise<string>
  desktopFiles: DesktopFiles
}

export interface ServePageOptions extends AppServices {
  /** As the session's. */
  ownFleet: string | null
  /** Whether opening another fleet here would end something. */
  isTied: () => boolean
  everywhere: Everywhere
  current: CurrentFleet
  pages: Pick<Pages, 'emit' | 'show' | 'filterState'>
  frames: Pick<FanOut, 'pause' | 'rest'>
  pause: Pick<Pause, 'ask' | 'touched'>
  recordings: Pick<Recordings, 'start' | 'stop'>
  conversions: Conversions
  flows: WindowFlows
  texts: Pick<ScreenTexts, 'search' | 'locate'>
  watches: Pick<ScreenWatches, 'start' | 'stop'>
  state: () => AppState
  activity: Pick<Activity, 'call'>
}

// More entries than a spreadsheet's rows are of no use.
const mostExported = 1_000_000

/** Answers the calls of pages and carries out their commands. */
export function createServePage({
  log,
  fleets,
  preferences,
  lastViews,
  files,
  captures,
  journal,
  activityLog,
  usageHistories,
  notices,
  requests,
  proxy,
  news,
  saveDiagnostics,
  saveText,
  desktopFiles,
  ownFleet,
  isTied,
  everywhere,
  current,
  pages,
  frames,
  pause,
  recordings,
  conversions,
  flows,
  texts,
  watches,
  state,
  activity,
}: ServePageOptions): Serve {
  const { uploads } = current
  const calls: Omit<CallHandlers, 'app.state' | 'device.act' | 'device.copy'> = {
    'preferences.change'(changes) {
      preferences.change(changes)
      everywhere.emit({ type: 'preferences', preferences: preferences.now })
    },
    'diagnostics.save': async () => ({ path: await saveDiagnostics() }),
    async 'proxy.choose'(choice) {
      await proxy.choose(choice)
      everywhere.emit({ type: 'preferences', preferences: preferences.now })
      await everywhere.reopen(null)
    },
    async 'devices.refresh'() {
      if (current.fleet) await current.fleet.refresh()
      else await current.open(fleets.activeId)
    },
    async 'recordings.start'({ publicIds }) {
      await recordings.start(current.orThrow().toRecord(publicIds))
    },
    async 'recordings.stop'({ publicIds }) {
      await recordings.stop(publicIds)
    },
    'watches.start'({ publicIds, waitsFor }) {
      for (const phone of current.orThrow().toRecord(publicIds)) watches.start(phone, waitsFor)
    },
    'watches.stop'({ publicIds }) {
      watches.stop(publicIds)
    },
    'texts.locate': async ({ publicId }) => ({ place: await texts.locate(publicId) }),
    'devices.edit': ({ publicIds, edit }) => ({ id: current.orThrow().tasks.edit(publicIds, edit) }),
    'devices.exportCsv': async () => ({
      path: await saveText(
        fleets.summaryOf(fleets.activeId)?.name ?? '',
        '.csv',
        devicesCsv(current.orThrow().devices.devices),
      ),
    }),
    'devices.editEach': ({ edits }) => ({
      id: current.orThrow().tasks.editEach(new Map(edits.map(({ publicId, edit }) => [publicId, edit]))),
    }),
    'devices.act'({ publicIds, action, space, texts }) {
      const id = current.orThrow().tasks.act(publicIds, action, space, texts)
      for (const [index, publicId] of publicIds.entries()) {
        const text = texts?.[index]
        const own = action.type === 'text' && text !== undefined ? { ...action, text } : action
        flows.acted(publicId, own, [], space)
      }
      return { id }
    },
    'automations.launch': ({ publicIds, launch }) => ({
      id: current.orThrow().tasks.launch(publicIds, launch),
    }),
    'tasks.cancel'({ id }) {
      current.orThrow().tasks.cancel(id)
    },
    'tasks.pause'({ id, paused }) {
      current.orThrow().tasks.pause(id, paused)
    },
    'tasks.tryNow'({ id }) {
      current.orThrow().tasks.tryNow(id)
    },
    'tasks.retry'({ id }) {
      current.orThrow().tasks.retry(id)
    },
    'tasks.clear'() {
      current.orThrow().tasks.clear()
    },
    async 'usage.read'() {
      await current.orThrow().readUsage()
      return usageHistories.of(fleets.activeId)
    },
    'usage.history': () => usageHistories.of(fleets.activeId),
    'activity.list': ({ query, offset, limit }) => activityLog.list(query, offset, limit),
    'activity.export': async ({ query, format }) => ({
      path: await saveText(
        'Fleetwall activity',
        `.${format}`,
        activityText(activityLog.list(query, 0, mostExported).entries, format),
      ),
    }),
    'journal.dismiss'() {
      journal.dismiss()
      pages.emit({ type: 'left', left: journal.left })
    },
    'news.seen'() {
      news.seen()
    },
    async 'jobs.read'({ publicId }) {
      await current.learning(current.orThrow().readJobs(publicId))
    },
    async 'jobs.readAll'() {
      await current.learning(current.orThrow().readAllJobs())
    },
    'jobs.busy': async ({ publicIds }) => ({ busy: await current.orThrow().busyAmong(publicIds) }),
    'files.show': async ({ path }) => ({ done: await desktopFiles.show(path) }),
    ...createFleetCalls({
      fleets,
      lastViews,
      usageHistories,
      everywhere,
      current,
      ownFleet,
      isTied,
      saveText,
    }),
    ...createFlowCalls(flows, desktopFiles),
    ...createCaptureCalls(
      captures,
      current,
      () => fleets.summaryOf(fleets.activeId)?.name ?? '',
      desktopFiles,
    ),
    ...createConversionCalls(conversions),
    ...createUploadCalls(uploads, files, () => ({ id: fleets.activeId, fleet: current.orThrow() })),
  }

  const callsOf = (pageId: PageId, isGone: () => boolean): CallHandlers => {
    const isAlone = pageId !== null
    const doing = async <Result>(publicId: string, action: Action, how: (open: Fleet) => Promise<Result>) => {
      const asked = current.orThrow()
      flows.acted(publicId, action, isAlone ? [] : asked.followersOf(publicId))
      try {
        return await current.learning(how(asked))
      } catch (thrown) {
        // The page that asked is gone.
        if (isGone() && asked === current.fleet)
          pages.emit({ type: 'notice', publicId, fault: faultOf(thrown), action })
        throw thrown
      }
    }
    return {
      ...calls,
      'app.state'() {
        // After the answer, for which the page waits.
        if (pageId === null)
          setImmediate(() => {
            requests.open((request) => pages.emit({ type: 'go-to', ...request }))
            notices.open((fault) => pages.emit({ type: 'notice', publicId: null, fault }))
          })
        return pages.filterState(pageId, state())
      },
      async 'device.act'({ publicId, action, space }) {
        const fitted = space ? await current.orThrow().fit(publicId, action, space) : action
        return doing(publicId, fitted, (open) => open.act(publicId, fitted, isAlone))
      },
      async 'device.copy'({ publicId, action }) {
        const asked = current.fleet
        const answer = await doing(publicId, action, (open) => open.copy(publicId, action, isAlone))
        // No page is left to put it on the computer's clipboard.
        if (isGone() && asked === current.fleet && ('fault' in answer || answer.text !== ''))
          pages.emit({ type: 'notice', publicId, fault: { kind: 'not-copied' } })
        return answer
      },
    }
  }

  const tellsOf = (pageId: PageId): TellHandlers => ({
    'view.show'({ visible, focused, selected = [], tileHeight, patrols, windowVisible }) {
      frames.pause(pageId, !windowVisible)
      const large = focused === null ? [] : [focused]
      const shown = { visible, focused: large, selected, tileHeight, patrols }
      pages.show(pageId, windowVisible ? shown : showsNothing)
    },
    'page.failed': (report) => log.error({ page: pageId, ...report }, 'an error in a page'),
    'view.scroll': ({ scrolling }) => frames.rest(pageId, scrolling),
    'view.pause': ({ paused }) => pause.ask(paused),
    'page.touched': () => pause.touched(),
    'texts.search': ({ text, publicIds }) => texts.search(text, publicIds),
    'view.keep'({ fleetId, lastView }) {
      const left = fleets.summaryOf(fleetId)
      if (!left) return
      lastViews.keep(left, lastView)
      if (left.id === fleets.activeId)
        pages.emit({ type: 'view-only', publicIds: lastView.arrangement.viewOnly })
    },
    'control.mirror': ({ publicIds }) => current.fleet?.mirror(publicIds),
    'control.send'({ publicId, gesture }) {
      const followers = pageId === null ? current.fleet?.followersOf(publicId) : undefined
      flows.gesture(publicId, gesture, followers ?? [])
      current.fleet?.presses.gesture(pageId, publicId, gesture)
    },
    'control.giveUp': ({ publicId }) => current.fleet?.giveUp(publicId),
    'control.takeBack': ({ publicId }) => current.fleet?.takeBack(publicId),
    'jobs.interrupt': ({ publicId }) => current.fleet?.interruptJob(publicId),
    'jobs.letRun': ({ publicId }) => current.fleet?.letJobRun(publicId),
    'stream.retry': ({ publicId }) => current.fleet?.retryStream(publicId),
  })

  /** Notes the answered calls in the activity log. */
  const noted = (handlers: CallHandlers): CallHandlers => {
    const entries = Object.entries(handlers) as [CallName, (params: unknown) => unknown][]
    const wrapped = entries.map(([command, handler]) => [
      command,
      async (params: unknown) => {
        try {
          const result = await handler(params)
          activity.call({ command, params, result, fault: null })
          return result
        } catch (thrown) {
          activity.call({ command, params, fault: faultOf(thrown) })
          throw thrown
        }
      },
    ])
    return Object.fromEntries(wrapped) as CallHandlers
  }

  return (pageId, port) => {
    let isGone = false
    port.onClose(() => (isGone = true))
    return serve(port, noted(callsOf(pageId, () => isGone)), tellsOf(pageId), (reason) =>
      log.warn({ reason }, 'refused a message from the page'),
    )
  }
}
