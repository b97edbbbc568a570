import type { AppState } from '../../../src-shared/bridge/app-state'
import type {
  CallHandlers,
  CallName,
  CallNameOf,
  TellHandlers,
  TellNameOf,
} from '../../../src-shared/bridge/contract'
import { firstWall, type PageId } from '../../../src-shared/bridge/page-id'
import { serve } from '../../../src-shared/bridge/serve'
import type { Action } from '../../../src-shared/protocol/action'
import { faultOf } from '../../../src-shared/protocol/fault'
import type { PageRequest } from '../../../src-shared/features/program'
import type { Fault } from '../../../src-shared/protocol/fault'
import { devicesCsv } from '../account/devices-csv'
import type { Log } from '../base/log'
import { featureList, type Ask, type FeatureContext, type Features } from '../feature/feature'
import type { CurrentFleet } from '../open-fleet/current-fleet'
import type { Fleet } from '../open-fleet/fleet'
import type { WindowFlows } from '../flows/in-fleet/window-flows'
import type { FanOut } from '../frames/fan-out'
import type { Activity } from '../history/activity'
import { showsNothing } from '../planning/fleet-view'
import type { Pause } from '../planning/pause'
import type { Pages, Serve } from './pages'
import type { UntilOpen } from './until-open'

export interface ServePageOptions {
  context: FeatureContext<Fleet>
  features: Features
  log: Log
  /** Faults that concern the whole app. */
  notices: UntilOpen<Fault>
  /** What the first wall is asked to show. */
  requests: UntilOpen<PageRequest>
  current: CurrentFleet
  pages: Pick<Pages, 'emit' | 'show' | 'filterState'>
  frames: Pick<FanOut, 'see' | 'pause' | 'rest'>
  pause: Pick<Pause, 'ask' | 'touched'>
  /** Hears a person's input. */
  flows: Pick<WindowFlows, 'acted' | 'gesture' | 'recording'>
  state: (pageId: PageId) => AppState
  activity: Pick<Activity, 'call'>
}

/** Answers the calls of pages: those about phones here, all others by the features. */
export function createServePage({
  context,
  features,
  log,
  notices,
  requests,
  current,
  pages,
  frames,
  pause,
  flows,
  state,
  activity,
}: ServePageOptions): { serve: Serve; ask: Ask } {
  // `Features` has each feature, and each its own calls: together they are all.
  const ofFeatures = <Part extends 'calls' | 'tells'>(part: Part) =>
    Object.assign(
      {},
      ...featureList(features).map((feature) => feature[part]),
    ) as Features[keyof Features][Part]
  const calls = ofFeatures('calls') as Omit<CallHandlers, 'app.state' | keyof PhoneCalls>
  const tells = ofFeatures('tells') as Omit<TellHandlers, keyof PhoneTells>

  /** @param pageId null for what no page asks for */
  const phoneCallsOf = (pageId: PageId | null, isGone: () => boolean): PhoneCalls => {
    const doing = async <Result>(publicId: string, action: Action, how: (open: Fleet) => Promise<Result>) => {
      const asked = current.orThrow()
      flows.acted(publicId, action, pageId === null ? [] : asked.followersOf(pageId, publicId))
      try {
        return await how(asked)
      } catch (thrown) {
        // The page that asked is gone.
        if (isGone() && asked === current.fleet)
          pages.emit({ type: 'notice', publicId, fault: faultOf(thrown), action })
        throw thrown
      }
    }
    return {
      'devices.refresh': () => current.refresh(),
      'devices.exportCsv': async () => ({
        path: await context.saveText(
          context.fleetName(),
          '.csv',
          devicesCsv(current.orThrow().devices.devices, features.outcomes.state().outcomes),
        ),
      }),
      async 'device.act'({ publicId, action, space }) {
        const fitted = space ? await current.orThrow().fit(publicId, action, space) : action
        return doing(publicId, fitted, (open) => open.act(publicId, fitted, pageId))
      },
      async 'device.copy'({ publicId, action }) {
        const asked = current.fleet
        const answering = doing(publicId, action, (open) => open.copy(publicId, action, pageId))
        flows.acted(publicId, { type: 'clipboard_get' }, [])
        const answer = await answering
        // No page is left to put it on the computer's clipboard.
        if (isGone() && asked === current.fleet && ('fault' in answer || answer.text !== ''))
          pages.emit({ type: 'notice', publicId, fault: { kind: 'not-copied' } })
        return answer
      },
    }
  }

  const stateFor = (pageId: PageId): AppState => {
    // After the answer, for which the page waits.
    if (pageId === firstWall)
      setImmediate(() => {
        requests.open((request) => pages.emit({ type: 'go-to', to: firstWall, ...request }))
        notices.open((fault) => pages.emit({ type: 'notice', publicId: null, fault }))
      })
    return pages.filterState(pageId, state(pageId))
  }

  const phoneTellsOf = (pageId: PageId): PhoneTells => ({
    'view.show'({ visible, focused, selected = [], tileHeight, patrols, windowVisible }) {
      frames.pause(pageId, !windowVisible)
      const large = focused === null ? [] : [focused]
      const shown = windowVisible ? { visible, focused: large, selected, tileHeight, patrols } : showsNothing
      frames.see(pageId, [...shown.visible, ...shown.focused])
      pages.show(pageId, shown)
    },
    'page.failed': (report) => log.error({ page: pageId, ...report }, 'an error in a page'),
    'view.scroll': ({ scrolling }) => frames.rest(pageId, scrolling),
    'view.pause': ({ paused }) => pause.ask(paused),
    'page.touched': () => pause.touched(),
    'control.mirror': ({ publicIds }) => current.fleet?.mirror(pageId, publicIds),
    'control.send'({ publicId, gesture }) {
      flows.gesture(publicId, gesture, current.fleet?.followersOf(pageId, publicId) ?? [])
      current.fleet?.presses.gesture(pageId, publicId, gesture)
    },
    'control.giveUp': ({ publicId }) => current.fleet?.giveUp(publicId),
    'control.release': () => current.fleet?.presses.releasePage(pageId),
    'control.takeBack': ({ publicId }) => current.fleet?.takeBack(publicId),
    'stream.retry': ({ publicId }) => current.fleet?.retryStream(publicId),
  })

  /** Notes the answered calls in the activity log. @param from the page whose person makes them, which a recorded flow gets, too */
  const noted = (handlers: CallHandlers, from?: PageId): CallHandlers => {
    const entries = Object.entries(handlers) as [CallName, (params: unknown, from?: PageId) => unknown][]
    const wrapped = entries.map(([command, handler]) => [
      command,
      async (params: unknown) => {
        try {
          const result = await handler(params, from)
          activity.call({ command, params, result, fault: null })
          if (from) flows.recording.called({ command, params })
          return result
        } catch (thrown) {
          activity.call({ command, params, fault: faultOf(thrown) })
          throw thrown
        }
      },
    ])
    return Object.fromEntries(wrapped) as CallHandlers
  }

  const asked = noted({ ...calls, ...phoneCallsOf(null, () => false), 'app.state': () => state(firstWall) })

  return {
    serve(pageId, port) {
      let isGone = false
      port.onClose(() => (isGone = true))
      return serve(
        port,
        noted(
          { ...calls, ...phoneCallsOf(pageId, () => isGone), 'app.state': () => stateFor(pageId) },
          pageId,
        ),
        from(pageId, { ...tells, ...phoneTellsOf(pageId) }),
        (reason) => log.warn({ reason }, 'refused a message from the page'),
      )
    },
    ask: async (command, params) => asked[command](params),
  }
}

/** Tells the handlers which page sends what they hear. */
function from(pageId: PageId, handlers: TellHandlers): TellHandlers {
  const entries = Object.entries(handlers) as [string, (params: unknown, from: PageId) => void][]
  const own = entries.map(([name, handle]) => [name, (params: unknown) => handle(params, pageId)])
  return Object.fromEntries(own) as TellHandlers
}

type PhoneCalls = Pick<CallHandlers, CallNameOf<'phones'>>
type PhoneTells = Pick<TellHandlers, TellNameOf<'phones'>>
