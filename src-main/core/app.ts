import { arch, availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import type { NewsGroup } from '../../src-shared/features/news-state'
import { tellsOf } from '../../src-shared/features/preferences-state'
import type { PageRequest } from '../../src-shared/features/program'
import type { Fault } from '../../src-shared/protocol/fault'
import { closeAll } from './base/close-all'
import { createLog, type Log } from './base/log'
import { awaitsLookUp } from './base/process-errors'
import type { StartRequest } from './base/start-arguments'
import { version } from './base/version'
import { createCaptures } from './captures/captures'
import type { CapturesFolderOptions } from './captures/captures-folder'
import { createDesktopFiles, type FileOpener } from './disk/desktop-files'
import { lockFolder } from './disk/folder-lock'
import { createLogFile } from './disk/log-file'
import { makeOwnFolder } from './disk/paths'
import type { DoorWindow } from './door/door-window'
import { openActedTimes } from './door/grants/acted-times'
import { openGrants } from './door/grants/grants'
import { readGrantsOfRun } from './door/grants/grants-of-run'
import { createProveGrant } from './door/grants/prove-grant'
import { watchGrants } from './door/grants/watch-grants'
import { openFlowHistory } from './flows/history/flow-history'
import { resultsFolder } from './flows/in-fleet/flow-library'
import { createErrorReports } from './history/error-reports'
import { createFaultLog } from './history/fault-log'
import { createUntilOpen } from './page/until-open'
import type { StartPictureProcess } from './pictures/picture-process'
import { createPictures } from './pictures/pictures'
import { readFirstFrame } from './recordings/read-recording'
import { loadKeptRules } from './rules/kept-rules'
import { createLookBudget } from './rules/look-budget'
import { openSchedulesFile } from './schedules/kept-schedules'
import { createDoor, type Door } from './door/door'
import { loadRunCommand } from './door/run-command'
import type { FleetAccess } from './saved-fleets/fleet-address'
import { createFleetIndexFile } from './saved-fleets/fleet-index'
import { loadFleets } from './saved-fleets/fleets'
import { createKeyringVault } from './saved-fleets/keyring-vault'
import { createNetwork } from './saved-fleets/network'
import { policyPath, readPolicy } from './saved-fleets/policy'
import { createSimulatorHost, type SpawnSimulator } from './saved-fleets/simulator-host'
import type { Route, RouteOptions } from './service/route'
import type { SessionOptions } from './session/session-options'
import { createSessions, type Sessions } from './session/sessions'
import { systemClock as clock } from './time/clock'
import { createOfferedFiles, type OfferedFiles } from './uploads/offered-files'
import { createDownloads } from './user-data/downloads'
import { openUserData } from './user-data/user-data'

export interface AppOptions extends Pick<SessionOptions, 'idleSeconds' | 'canUpdate' | 'isSandboxed'> {
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
  startPictures: StartPictureProcess
  /** Where diagnostics are saved; absolute. */
  downloadsDir: string
  /** By how many ms the clock of schedules and rules is ahead; 0 in a shipped program. */
  nowOffsetMs: number
  /** The words that start Fleetwall at a terminal. */
  program: readonly string[]
  /** Whether the user's programs may connect for this run. */
  isDoorAsked: boolean
  /** Holds grants for this run, as `readGrantsOfRun`; empty in a shipped program. */
  grantsFile: string
  /** Null without a desktop. */
  fileOpener: FileOpener | null
}

export interface App {
  sessions: Sessions
  door: Door
  files: OfferedFiles
  log: Log
  /** The way to services, and to new versions. */
  route: Route
  /** Shows a fault that concerns the whole app. */
  notify: (fault: Fault) => void
  /** Whether the user wants to hear of such news on the desktop. */
  mayTell: (group: NewsGroup) => boolean
  /** Whether the user wants the system to start Fleetwall. */
  startsWithComputer: () => boolean
  /** Whether an unanswered call, to the keychain or for a host's address, keeps the process alive. */
  readonly heldUp: boolean
  /** Logs an error that nothing expected, and shows it in the wall's window. */
  report(thrown: unknown): void
  /** Closes the app as the user asked: what is under way is cancelled. */
  close(): void
  /** Closes the app for the system: the next start tells what was under way. */
  interrupt(): void
}

/** What a person does with a grant concerns no phone. */
const ofNoPhone = { publicId: null, hasActed: true, fault: null }

/** Composes the core for a shell. */
export async function createApp(options: AppOptions): Promise<App> {
  const { userDataDir, settingsDir, shell, isSandboxed, systemProxy, downloadsDir } = options
  makeOwnFolder(userDataDir)
  await lockFolder(userDataDir)
  const logFile = createLogFile(join(userDataDir, 'fleetwall.log'))
  const toTerminal = (line: string) => void process.stderr.write(line)
  const log = createLog(toTerminal, process.env['FLEETWALL_LOG'] ?? 'warn', logFile.write)
  const noteFault = createFaultLog(clock, log)
  const notices = createUntilOpen<Fault>()
  const notify = (fault: Fault) => {
    noteFault(fault)
    notices.add(fault)
  }
  const report = createErrorReports(clock, log, (fault) =>
    sessions.emit({ type: 'notice', publicId: null, fault }),
  )
  const { policy, fault: policyFault } = readPolicy(policyPath(process.platform))
  if (policyFault) notify(policyFault)
  const onActivity = () => sessions.emit({ type: 'activity' })
  const { close: closeUserData, ...userData } = openUserData({
    ...{ clock, log, policy, userDataDir, settingsDir, notify, noteFault, onActivity },
  })
  const { journal, preferences } = userData
  const simulator = createSimulatorHost(options.spawnSimulator, (fault) => sessions.simulatorLost(fault))
  const onProbed = () => setImmediate(() => sessions.showFleets())
  const vault = createKeyringVault({ clock, log, onProbed })
  const { route, proxy, source } = createNetwork({
    ...{ preferences, vault, policy, systemProxy, userDataDir, notify },
  })
  const system = `${process.platform} ${arch()}`
  const policyState = policyFault ? 'refused' : policy ? 'read' : 'none'
  log.info({ version, shell, isSandboxed, system, route: source, policy: policyState }, 'started')
  const pictures = createPictures({ clock, start: options.startPictures })
  const captures = createCaptures({
    ...{ clock, pictures, preferences },
    firstFrame: readFirstFrame,
    onChange: () => sessions.emit({ type: 'captures' }),
    forThisRun: process.env['FLEETWALL_CAPTURES'] ?? '',
    system: options.mediaFolders,
  })
  const flowsFolder = resolve(process.env['FLEETWALL_FLOWS'] || join(userDataDir, 'flows'))
  const flowHistory = openFlowHistory({
    clock,
    folder: join(userDataDir, 'flow-runs'),
    results: join(flowsFolder, resultsFolder),
    days: () => preferences.now.flowRunDays,
    onChange: () => sessions.emit({ type: 'flow-history' }),
    onFailed: (error) => log.warn({ err: error }, 'the history of runs'),
  })
  const rules = loadKeptRules({ clock, log, path: join(userDataDir, 'rules.json'), report: notify })
  const grants = openGrants({
    ...{ clock, path: join(userDataDir, 'grants.json'), report: notify },
    ofRun: readGrantsOfRun(options.grantsFile, notify),
    onOthers({ given, revoked }) {
      for (const [tool, names] of Object.entries({ grant: given, revoke: revoked }))
        for (const by of names) window().activity.program({ by, tool, ...ofNoPhone })
    },
  })
  const acted = openActedTimes({
    ...{ clock, path: join(userDataDir, 'grant-actions.json'), report: notify },
    onFailed: (error) => log.warn({ err: error }, 'the actions of grants'),
  })
  const files = createOfferedFiles()
  const window = (): DoorWindow => sessions.first.programs
  const door = createDoor({
    ...{ clock, policy, preferences, folder: userDataDir, program: options.program },
    isAsked: options.isDoorAsked || process.env['FLEETWALL_DOOR'] === '1',
    window,
    proveGrant: createProveGrant({ clock, grants, acted, window }),
    runCommand: loadRunCommand,
    onFault: notify,
  })
  const sessions = createSessions({
    ...{ clock, log, notices, policy, proxy, pictures, captures, files, flowsFolder, isSandboxed },
    ...{ flowHistory, rules, route, grants, door },
    lookBudget: createLookBudget(clock, () => preferences.now.rulesPercent),
    ...userData,
    ...createDownloads(clock, downloadsDir, userDataDir),
    random: Math.random,
    cores: availableParallelism(),
    fleets: loadFleets({
      ...{ clock, log, route, vault, simulator },
      random: Math.random,
      index: createFleetIndexFile(join(userDataDir, 'fleets.json'), notify),
      environment: options.environmentFleet,
    }),
    schedulesFile: openSchedulesFile(join(userDataDir, 'schedules.json'), notify),
    nowOffsetMs: options.nowOffsetMs,
    sheetFilesFolder: join(userDataDir, 'uploads'),
    desktopFiles: createDesktopFiles(options.fileOpener, () => [
      ...captures.folder.all(),
      flowsFolder,
      downloadsDir,
    ]),
    requests: createUntilOpen<PageRequest>(),
    canUpdate: options.canUpdate,
    idleSeconds: options.idleSeconds,
  })
  void sessions.goTo(options.request)
  const endWatch = watchGrants(clock, grants)
  const parts = [
    { close: endWatch },
    door,
    sessions,
    acted,
    flowHistory,
    rules,
    { close: closeUserData },
    pictures,
    simulator,
    logFile,
  ]
  return {
    ...{ sessions, door, files, log, route, notify, report },
    mayTell: (group) => tellsOf(preferences.now, group),
    startsWithComputer: () => preferences.now.startsWithComputer,
    get heldUp() {
      return vault.owesAnswer || awaitsLookUp()
    },
    close: () => closeAll(log, parts),
    // A recording is whole, so the next start has nothing to tell of it.
    interrupt: () => closeAll(log, [{ close: sessions.finishRecordings }, journal, ...parts]),
  }
}
