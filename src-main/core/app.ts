import { arch, availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { defectOf } from '../../src-shared/bridge/defect'
import { systemClock } from './time/clock'
import { dayOf, safePart } from './captures/capture-names'
import { createCaptures } from './captures/captures'
import type { CapturesFolderOptions } from './captures/captures-folder'
import { createPictures } from './pictures/pictures'
import type { StartPictureProcess } from './pictures/picture-process'
import { openJournal } from './disk/journal'
import { openActivityLog } from './history/activity-log'
import { createFaultLog } from './history/fault-log'
import { loadUsageHistories } from './history/usage-history'
import { createDesktopFiles, type FileOpener } from './disk/desktop-files'
import { createLogFile } from './disk/log-file'
import { makeFolder } from './disk/paths'
import { awaitsLookUp } from './base/process-errors'
import { createTokenBucket } from './time/token-bucket'
import { version } from './base/version'
import { lockFolder } from './disk/folder-lock'
import { createUntilOpen } from './page/until-open'
import type { StartRequest } from './base/start-arguments'
import type { PageRequest } from '../../src-shared/features/program'
import type { Fault } from '../../src-shared/protocol/fault'
import type { FleetAccess } from './saved-fleets/fleet-address'
import { loadInterruptions } from './jobs/kept-interruptions'
import { createFleetIndexFile } from './saved-fleets/fleet-index'
import { loadFleets } from './saved-fleets/fleets'
import { createKeyringVault } from './saved-fleets/keyring-vault'
import { loadLastViews } from './settings/last-views'
import { createLog, scrub, type Log } from './base/log'
import { saveFile } from './disk/save-file'
import { collectDiagnostics, diagnosticsName } from './settings/diagnostics'
import { policyPath, readPolicy } from './saved-fleets/policy'
import { loadPreferences } from './settings/preferences'
import { createProxyChoice } from './saved-fleets/proxy-choice'
import { extraAuthorities } from './service/extra-authorities'
import { createRoute, routeSource, wrongProxy, type Route, type RouteOptions } from './service/route'
import { createOfferedFiles, type OfferedFiles } from './uploads/offered-files'
import { createSimulatorHost, type SpawnSimulator } from './saved-fleets/simulator-host'
import { createVocabularyFile } from './settings/vocabulary-file'
import type { SessionOptions } from './session/session'
import { createSessions, type Sessions } from './session/sessions'

export interface AppOptions {
  userDataDir: string
  /** Of preferences, views and vocabulary. */
  settingsDir: string
  /** What to show first. */
  request: StartRequest
  /** A fleet that the environment names for this run. */
  environmentFleet: FleetAccess | null
  shell: 'electron' | 'electron, packaged' | 'browser'
  spawnSimulator: SpawnSimulator
  /** As `RouteOptions.ofSystem`. */
  systemProxy: RouteOptions['ofSystem']
  /** The system's folders of pictures and of videos, absolute. */
  mediaFolders: CapturesFolderOptions['system']
  /** As `PauseOptions.idleSeconds`. */
  idleSeconds: SessionOptions['idleSeconds']
  /** Whether this installation can install new versions itself. */
  canUpdate: boolean
  /** Whether the windows' pages run in Chromium's sandbox. */
  isSandboxed: boolean
  startPictures: StartPictureProcess
  /** Where diagnostics are saved; absolute. */
  downloadsDir: string
  /** Null without a desktop. */
  fileOpener: FileOpener | null
}

export interface App {
  sessions: Sessions
  files: OfferedFiles
  log: Log
  /** The way to services, and to new versions. */
  route: Route
  /** Shows a fault that concerns the whole app. */
  notify: (fault: Fault) => void
  /** Whether the user wants notifications on the desktop. */
  mayNotify: () => boolean
  /** Whether an unanswered call, to the keychain or for a host's address, keeps the process alive. */
  readonly heldUp: boolean
  /** Logs an error that nothing expected, and shows it in the wall's window. */
  report(thrown: unknown): void
  /** Closes the app as the user asked: what is under way is cancelled. */
  close(): void
  /** Closes the app for the system: the next start tells what was under way. */
  interrupt(): void
}

// An error that repeats must not fill the log.
const reportsPerSecond = 0.2
const reportsAtOnce = 10

/** Composes the core for a shell. */
export async function createApp({
  userDataDir,
  settingsDir,
  request,
  environmentFleet,
  shell,
  spawnSimulator,
  systemProxy,
  mediaFolders,
  idleSeconds,
  canUpdate,
  isSandboxed,
  startPictures,
  downloadsDir,
  fileOpener,
}: AppOptions): Promise<App> {
  makeFolder(userDataDir)
  await lockFolder(userDataDir)
  const logFile = createLogFile(join(userDataDir, 'fleetwall.log'))
  const log = createLog(
    (line) => void process.stderr.write(line),
    process.env['FLEETWALL_LOG'] ?? 'warn',
    logFile.write,
  )
  const noteFault = createFaultLog(systemClock, log)
  const reports = createTokenBucket(systemClock, reportsPerSecond, reportsAtOnce)
  const simulator = createSimulatorHost(spawnSimulator, (fault) => sessions.simulatorLost(fault))
  const files = createOfferedFiles()
  const notices = createUntilOpen<Fault>()
  const requests = createUntilOpen<PageRequest>()
  const notify = (fault: Fault) => {
    noteFault(fault)
    notices.add(fault)
  }
  const journal = openJournal({
    clock: systemClock,
    path: join(userDataDir, 'journal.jsonl'),
    onFailed: (error) => log.warn({ err: error }, 'cannot write the journal'),
    report: notify,
  })
  const vault = createKeyringVault({
    clock: systemClock,
    log,
    onProbed: () => setImmediate(() => sessions.showFleets()),
  })
  const { policy, fault: policyFault } = readPolicy(policyPath(process.platform))
  if (policyFault) notify(policyFault)
  const preferences = loadPreferences(join(settingsDir, 'preferences.json'), systemClock, log, notify, policy)
  const activityLog = openActivityLog({
    clock: systemClock,
    folder: join(userDataDir, 'activity'),
    days: () => preferences.now.activityDays,
    onChange: () => sessions.emit({ type: 'activity' }),
    onFailed: (error) => log.warn({ err: error }, 'cannot write the activity log'),
    report: notify,
  })
  const usageHistories = loadUsageHistories({
    clock: systemClock,
    path: join(userDataDir, 'usage-history.json'),
    report: notify,
    onFailed: (error) => log.warn({ err: error }, 'usage history not written'),
  })
  const pictures = createPictures({ clock: systemClock, start: startPictures })
  const captures = createCaptures({
    clock: systemClock,
    pictures,
    forThisRun: process.env['FLEETWALL_CAPTURES'] ?? '',
    system: mediaFolders,
    preferences,
  })
  const proxy = createProxyChoice(preferences, vault)
  const byHand = () => proxy.address
  const byPolicy = policy?.proxy ?? null
  const route = createRoute({
    byHand,
    byHandKnown: proxy.known,
    byPolicy,
    ofSystem: systemProxy,
    ownAuthorities: join(userDataDir, 'certificates.pem'),
    givenAuthorities: extraAuthorities(process.env),
    onUnusable: (path) => notify({ kind: 'authorities', path }),
  })
  const wrong = wrongProxy({ byHand, byPolicy, ofSystem: systemProxy })
  if (wrong !== null) notify({ kind: 'network', reason: 'proxy-address', host: wrong })
  log.info(
    {
      version,
      shell,
      isSandboxed,
      system: `${process.platform} ${arch()}`,
      route: routeSource({ byHand, byPolicy, ofSystem: systemProxy }),
      policy: policyFault ? 'refused' : policy ? 'read' : 'none',
    },
    'started',
  )
  const fleets = loadFleets({
    route,
    index: createFleetIndexFile(join(userDataDir, 'fleets.json'), notify),
    vault,
    simulator,
    environment: environmentFleet,
    clock: systemClock,
    random: Math.random,
    log,
  })
  const vocabulary = createVocabularyFile(join(settingsDir, 'vocabulary.json'))
  const lastViews = loadLastViews(join(settingsDir, 'last-views.json'), systemClock, log, notify)
  const interruptions = loadInterruptions(join(userDataDir, 'interruptions.json'), systemClock, log, notify)
  const flowsFolder = resolve(process.env['FLEETWALL_FLOWS'] || join(userDataDir, 'flows'))
  const sessions = createSessions({
    clock: systemClock,
    random: Math.random,
    cores: availableParallelism(),
    log,
    fleets,
    vocabulary,
    preferences,
    lastViews,
    files,
    captures,
    pictures,
    journal,
    activityLog: {
      ...activityLog,
      add(entry) {
        if (entry.fault && entry.outcome !== 'cancelled') noteFault(entry.fault)
        activityLog.add(entry)
      },
    },
    usageHistories,
    interruptions,
    notices,
    requests,
    proxy,
    policy,
    canUpdate,
    isSandboxed,
    idleSeconds,
    flowsFolder,
    desktopFiles: createDesktopFiles(fileOpener, () => [
      captures.folder.of('picture'),
      captures.folder.of('video'),
      flowsFolder,
      downloadsDir,
    ]),
    saveText: (name, extension, text) =>
      saveFile(
        downloadsDir,
        safePart(`${name} ${dayOf(new Date(systemClock.now()))}`, extension),
        Buffer.from(text),
      ),
    saveDiagnostics: async () =>
      saveFile(
        downloadsDir,
        diagnosticsName(new Date(systemClock.now())),
        await collectDiagnostics(userDataDir),
        0o600,
      ),
  })
  void sessions.goTo(request)
  /** Closes each part, whatever another one throws. */
  const closeAll = (parts: readonly { close(): void }[]) => {
    for (const part of parts) {
      try {
        part.close()
      } catch (error) {
        log.error({ err: error }, 'could not close')
      }
    }
  }
  const parts = [
    sessions,
    journal,
    activityLog,
    usageHistories,
    interruptions,
    preferences,
    lastViews,
    pictures,
    simulator,
    logFile,
  ]
  return {
    sessions,
    files,
    log,
    route,
    notify,
    mayNotify: () => preferences.now.notifications,
    get heldUp() {
      return vault.owesAnswer || awaitsLookUp()
    },
    report(thrown) {
      if (!reports.take()) return
      log.error({ err: thrown }, 'an unexpected error')
      const { detail, stack } = defectOf(thrown)
      const fault = { kind: 'internal' as const, detail: scrub(detail), stack: scrub(stack) }
      sessions.emit({ type: 'notice', publicId: null, fault })
    },
    close: () => closeAll(parts),
    // A recording is whole, so the next start has nothing to tell of it.
    interrupt: () => closeAll([{ close: sessions.finishRecordings }, journal, ...parts]),
  }
}
