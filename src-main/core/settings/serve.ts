import { noArrangement } from '../../../src-shared/features/arrangement'
import type { FleetSummary } from '../../../src-shared/features/fleets-state'
import { noLastView, type LastView } from '../../../src-shared/features/last-view'
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
export const viewOfPhone = (publicId: string, { arrangement }: LastView): LastView => ({
  ...noLastView,
  arrangement: { ...noArrangement, viewOnly: arrangement.viewOnly.filter((one) => one === publicId) },
})

export interface ViewsOptions {
  lastViews: LastViews
  fleets: { summaryOf(id: string): FleetSummary | undefined }
}

/** How the walls of fleets were left. */
export function serveViews(
  { emit, fleetId }: FeatureContext,
  { lastViews, fleets: { summaryOf: fleetOf } }: ViewsOptions,
): Feature<'views'> {
  return {
    calls: {},
    tells: {
      'view.keep'({ fleetId: id, lastView }) {
        const left = fleetOf(id)
        if (!left) return
        lastViews.keep(left, lastView)
        if (left.id === fleetId()) emit({ type: 'view-only', publicIds: lastView.arrangement.viewOnly })
      },
    },
    state() {
      const open = fleetOf(fleetId())
      return { lastView: open ? lastViews.of(open) : noLastView }
    },
    ofPhone: (publicId, { lastView }) => ({ lastView: viewOfPhone(publicId, lastView) }),
    eventsOfPhone: {
      'view-only': (publicId, event) => ({
        ...event,
        publicIds: event.publicIds.filter((one) => one === publicId),
      }),
    },
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
