import type { PageRequest } from '../../../src-shared/features/program'
import type { Fault } from '../../../src-shared/protocol/fault'
import type { Log } from '../base/log'
import type { Captures } from '../captures/captures'
import { serveCaptures } from '../captures/serve'
import type { DesktopFiles } from '../disk/desktop-files'
import type { Journal } from '../disk/journal'
import type { FeatureContext, Features } from '../feature/feature'
import type { WindowFlows } from '../flows/in-fleet/window-flows'
import { serveFlows } from '../flows/serve'
import type { Activity } from '../history/activity'
import type { ActivityLog } from '../history/activity-log'
import type { NoteUsage } from '../history/note-usage'
import { serveHistory, serveUsage } from '../history/serve'
import type { UsageHistories } from '../history/usage-history'
import type { KeptInterruptions } from '../jobs/kept-interruptions'
import { serveJobs } from '../jobs/serve'
import type { CurrentFleet } from '../open-fleet/current-fleet'
import type { Fleet } from '../open-fleet/fleet'
import type { UntilOpen } from '../page/until-open'
import type { Pictures } from '../pictures/pictures'
import { serveRecordings, type RecordingsFeature } from '../recordings/serve'
import type { Fleets } from '../saved-fleets/fleets'
import type { ProxyChoice } from '../saved-fleets/proxy-choice'
import { serveFleets } from '../saved-fleets/serve'
import { serveScreens } from '../screens/serve'
import type { LastViews } from '../settings/last-views'
import type { PreferencesFile } from '../settings/preferences'
import { servePreferences, serveProgram, serveViews } from '../settings/serve'
import { serveTasks } from '../tasks/serve'
import type { OfferedFiles } from '../uploads/offered-files'
import { serveUploads } from '../uploads/serve'
import type { Uploads } from '../uploads/uploads'

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
  interruptions: KeptInterruptions
  /** Faults that concern the whole app. */
  notices: UntilOpen<Fault>
  /** What the wall's page is asked to show. */
  requests: UntilOpen<PageRequest>
  proxy: ProxyChoice
  /** @returns the path of the file */
  saveDiagnostics: () => Promise<string>
  /**
   * Saves a file in the downloads folder.
   * @param extension with its dot
   * @returns its path
   */
  saveText: (name: string, extension: string, text: string) => Promise<string>
  desktopFiles: DesktopFiles
  pictures: Pictures
  /** Whether this installation can install new versions itself. */
  canUpdate: boolean
  /** Whether the windows' pages run in Chromium's sandbox. */
  isSandboxed: boolean
}

/** What features share with the window that they are of. */
export interface WindowParts {
  current: CurrentFleet
  uploads: Uploads
  flows: WindowFlows
  activity: Pick<Activity, 'event'>
  usage: NoteUsage
  /** The one fleet of a window beside the first; null for the first. */
  ownFleet: string | null
  /** Whether opening another fleet here would end something. */
  isTied: () => boolean
}

/** The list of a window's features. */
export function createFeatures(
  context: FeatureContext<Fleet>,
  services: AppServices,
  { current, uploads, flows, activity, usage, ownFleet, isTied }: WindowParts,
): Features & { readonly recordings: RecordingsFeature } {
  const { captures, desktopFiles, files, fleets, journal, lastViews, usageHistories } = services
  return {
    captures: serveCaptures(context, captures, desktopFiles),
    fleets: serveFleets(context, {
      ...{ fleets, lastViews, usageHistories, ownFleet, isTied },
      open: (id) => current.open(id),
    }),
    flows: serveFlows(flows, desktopFiles),
    history: serveHistory(context, {
      ...{ activity, journal },
      activityLog: services.activityLog,
      showsLeft: ownFleet === null,
    }),
    jobs: serveJobs(context, () => current.fleet),
    preferences: servePreferences(context, services.preferences, services.proxy),
    program: serveProgram(services),
    recordings: serveRecordings(context, captures.folder),
    screens: serveScreens(context, services.pictures, () => current.fleet),
    tasks: serveTasks(
      context,
      () => current.fleet?.tasks ?? null,
      (publicId, action, space) => flows.acted(publicId, action, [], space),
    ),
    uploads: serveUploads(context, uploads, files),
    usage: serveUsage(context, () => current.fleet, usageHistories, usage),
    views: serveViews(context, lastViews, (id) => fleets.summaryOf(id)),
  }
}
