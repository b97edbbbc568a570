import { isDeepStrictEqual } from 'node:util'
import { firstWall, isWall, numberOf, phoneOf, type PageId } from '../../../src-shared/bridge/page-id'
import { noArrangement } from '../../../src-shared/features/arrangement'
import type { FleetSummary } from '../../../src-shared/features/fleets-state'
import { noLastView, type LastView } from '../../../src-shared/features/last-view'
import { sharedOf, withShared } from '../../../src-shared/features/shared-view'
import { lookOf } from '../../../src-shared/features/preferences-state'
import type { CallParams } from '../../../src-shared/bridge/contract'
import type { DesktopFiles } from '../disk/desktop-files'
import { version } from '../base/version'
import { notOfPhone, type Feature, type FeatureContext } from '../feature/feature'
import type { LastViews } from './last-views'
import type { PreferencesFile } from './preferences'

interface ProxyChoice {
  choose(choice: CallParams<'proxy.choose'>): Promise<void>
}

/** Preferences of the user, and the administrator's policy. */
export function servePreferences(
  { everywhere, policy, planAgain }: FeatureContext,
  { preferences, proxy }: { preferences: PreferencesFile; proxy: ProxyChoice },
): Feature<'preferences'> {
  const show = () => everywhere.emit({ type: 'preferences', preferences: preferences.now })
  return {
    calls: {
      'preferences.change'(changes) {
        preferences.change(changes)
        show()
      },
      async 'proxy.choose'(choice) {
        await proxy.choose(choice)
        show()
        await everywhere.reopen(null)
      },
    },
    tells: {},
    state: () => ({ preferences: preferences.now, policy }),
    event(event) {
      if (event.type === 'preferences') planAgain()
    },
  }
}

/** Of how the wall was left, only whether the phone is locked against touch concerns its own window. */
const viewOfPhone = (publicId: string, { arrangement }: LastView): LastView => ({
  ...noLastView,
  arrangement: { ...noArrangement, viewOnly: arrangement.viewOnly.filter((one) => one === publicId) },
})

export interface ViewsOptions {
  lastViews: LastViews
  fleets: { summaryOf(id: string): FleetSummary | undefined }
  preferences: Pick<PreferencesFile, 'now'>
}

export interface ViewsFeature extends Feature<'views'> {
  /** Returns how a page of the open fleet was left. */
  of(pageId: PageId): LastView
}

/** How the walls of fleets were left. */
export function serveViews(
  { emit, fleetId }: FeatureContext,
  { lastViews, fleets: { summaryOf: fleetOf }, preferences }: ViewsOptions,
): ViewsFeature {
  const viewOf = (pageId: PageId): LastView => {
    const open = fleetOf(fleetId())
    const first = open ? lastViews.of(open) : noLastView
    if (!isWall(pageId)) return viewOfPhone(phoneOf(pageId) ?? '', first)
    if (!open || pageId === firstWall) return first
    const view = lastViews.of(open, numberOf(pageId))
    return { ...view, look: view.look ?? lookOf(preferences.now) }
  }
  return {
    calls: {},
    tells: {
      'view.keep'({ fleetId: id, lastView }, from = firstWall) {
        const left = fleetOf(id)
        if (!left || !isWall(from)) return
        const before = sharedOf(lastViews.of(left))
        lastViews.keep(left, lastView, numberOf(from))
        const shared = sharedOf(lastView)
        if (left.id === fleetId() && !isDeepStrictEqual(shared, before))
          emit({ type: 'arranged', except: from, shared })
      },
    },
    state: (pageId = firstWall) => ({ lastView: viewOf(pageId) }),
    eventsOfPhone: {
      arranged: (publicId, event) => ({
        ...event,
        shared: sharedOf(viewOfPhone(publicId, withShared(noLastView, event.shared))),
      }),
    },
    of: viewOf,
  }
}

export interface ProgramOptions {
  /** Whether this installation can install new versions itself. */
  canUpdate: boolean
  isSandboxed: boolean
  /** @returns the path of the file */
  saveDiagnostics: () => Promise<string>
  desktopFiles: Pick<DesktopFiles, 'show'>
}

/** The program itself. */
export function serveProgram(
  { everywhere, fleetId }: FeatureContext,
  { canUpdate, isSandboxed, saveDiagnostics, desktopFiles }: ProgramOptions,
): Feature<'program'> {
  return {
    calls: {
      'diagnostics.save': async () => ({ path: await saveDiagnostics() }),
      'work.stopAll': () => everywhere.stopWork(fleetId()),
      'files.show': async ({ path }) => ({ done: await desktopFiles.show(path) }),
    },
    tells: {},
    state: () => ({ version, canUpdate, isSandboxed, workElsewhere: everywhere.workBeside(fleetId()) }),
    ofPhone: (_, state) => ({ ...state, workElsewhere: [] }),
    eventsOfPhone: {
      'work-elsewhere': notOfPhone,
      notice: (publicId, event) => (event.publicId === publicId ? event : null),
    },
  }
}
