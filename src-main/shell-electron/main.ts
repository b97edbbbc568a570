import './hand-over-key'
import './without-display'
import { accessSync, constants } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { app as electron, crashReporter, dialog, powerMonitor, session, shell } from 'electron'
import type { NewsTarget } from '../../src-shared/features/news-state'
import type { App } from '../core/app'
import { systemClock } from '../core/time/clock'
import { nowOffsetMs } from '../core/time/shifted-clock'
import { faultOf } from '../../src-shared/protocol/fault'
import { readDevServer } from '../core/page/dev-server'
import { takeEnvironmentFleet } from '../core/saved-fleets/environment-fleet'
import type { FleetAccess } from '../core/saved-fleets/fleet-address'
import { FolderError } from '../core/disk/folder-error'
import { makeOwnFolder, ownFolder } from '../core/disk/paths'
import { settingsFolder, temporaryFolder } from '../core/disk/settings-folder'
import {
  needsNoWindow,
  ownStartOption,
  refusedOption,
  requestIn,
  terminalCommand,
  type StartArguments,
  type StartRequest,
} from '../core/base/start-arguments'
import { readArguments } from '../core/base/read-arguments'
import { createTokenBucket } from '../core/time/token-bucket'
import { watchProcess } from '../core/base/process-errors'
import { answerPages } from './answer-pages'
import { appId } from './app-id'
import { runAtTerminal } from './at-terminal'
import { pruneCrashDumps } from './crash-dumps'
import { createDesktop } from './desktop'
import { watchEndOfSession } from './end-of-session'
import { enableDeveloperTools } from './developer-tools'
import { lockDownPage, lockDownSession } from './lock-down'
import { mayDebug } from './may-debug'
import { setMenu } from './menu'
import { ownCommand } from './own-command'
import { registerPageScheme, servePage } from './page-scheme'
import { keepCollectorQuiet } from './quiet-collector'
import { printDiagnostics } from '../core/settings/diagnostics'
import { canUpdate, watchUpdates } from './updates'
import { askBeforeQuit } from './quit-question'
import { createCrashRecovery } from './crash-recovery'
import { watchScreenLock } from './screen-lock'
import { startWithComputer } from './start-with-computer'
import { describeFailedStart } from './start-texts'
import { electronPictures } from './picture-process'
import { spawnSimulator } from './simulator-process'
import { loadWindowPlaces } from './window-places'
import { bringToFront, openWindows } from './windows'

// Replaced by the build: true for `npm run dev`.
declare const IS_DEV: boolean
// Replaced by the build: where a shipped program looks for updates, and the key that checks them.
declare const UPDATE_FEED: string
declare const UPDATE_KEY: string

// Replaced by the build: true for a packaged program that tests attach to.
declare const IS_TEST_BUILD: boolean

const updateFeed = (IS_TEST_BUILD && process.env['FLEETWALL_UPDATE_FEED']) || UPDATE_FEED
const canUpdateItself =
  electron.isPackaged &&
  UPDATE_KEY !== '' &&
  canUpdate(updateFeed, process.env, process.platform, process.resourcesPath)

const debuggerAttachMs = 1500
// A page may follow links without end.
const linksPerSecond = 0.5
const page = fileURLToPath(new URL('../renderer', import.meta.url))

const argumentsSchema = z.array(z.string().max(10_000)).max(100)

/** Loads the core only after the window has begun to open, because it is most of the program. */
async function openApp(
  environmentFleet: FleetAccess | null,
  settingsDir: string,
  request: StartArguments,
): Promise<App> {
  const { createApp } = await import('../core/app')
  return createApp({
    userDataDir: electron.getPath('userData'),
    settingsDir,
    request,
    environmentFleet,
    shell: electron.isPackaged ? 'electron, packaged' : 'electron',
    spawnSimulator: () => spawnSimulator(),
    systemProxy: (url) => session.defaultSession.resolveProxy(url),
    mediaFolders: { picture: electron.getPath('pictures'), video: electron.getPath('videos') },
    idleSeconds: () => powerMonitor.getSystemIdleTime(),
    canUpdate: canUpdateItself,
    isSandboxed: !electron.commandLine.hasSwitch('no-sandbox'),
    startPictures: electronPictures('low'),
    downloadsDir: electron.getPath('downloads'),
    nowOffsetMs: mayDebug ? nowOffsetMs(process.env) : 0,
    program: ownCommand(),
    isDoorAsked: request.door,
    grantsFile: (mayDebug && process.env['FLEETWALL_GRANTS']) || '',
    fileOpener: {
      show: (path) => shell.showItemInFolder(path),
      async open(path) {
        // A computer may have no program for it.
        if ((await shell.openPath(path)) !== '') shell.showItemInFolder(path)
      },
      trash: (path) => shell.trashItem(path),
      async chooseFolder(from) {
        const { filePaths } = await dialog.showOpenDialog({
          defaultPath: from,
          properties: ['openDirectory', 'createDirectory'],
        })
        return filePaths[0] ?? null
      },
    },
  })
}

/** Gives a remote debugger time to attach: one that attaches while the page loads never sees it. */
async function letDebuggerAttach(): Promise<void> {
  if (mayDebug && electron.commandLine.hasSwitch('remote-debugging-port')) await setTimeout(debuggerAttachMs)
}

// macOS delivers links by this event, the link that starts the program before it is ready.
const earlyLinks: string[] = []
let openLink = (link: string) => void earlyLinks.push(link)
electron.on('open-url', (_event, link) => openLink(link))

async function start(args: StartArguments): Promise<void> {
  const environmentFleet = takeEnvironmentFleet(process.env)
  if (process.platform === 'win32') electron.setAppUserModelId(appId)
  // Fields of dates and times then have the form of the window's language.
  electron.commandLine.appendSwitch('enable-blink-features', 'LangAttributeAwareFormControlUI')
  await electron.whenReady()
  let opened: App | null = null
  const endOfSession = watchEndOfSession(() => opened?.interrupt())
  await letDebuggerAttach()
  setMenu(process.platform, { menus: [], roles: null }, () => undefined)
  const devServer = IS_DEV && !electron.isPackaged ? readDevServer(process.env) : null
  const wantsTools = mayDebug && args.devtools
  const settingsDir = settingsFolder(electron.getPath('userData'), args.safe)
  if (devServer || wantsTools) enableDeveloperTools(electron)
  lockDownSession(session.defaultSession, devServer)
  servePage(session.defaultSession, page, devServer)
  const places = loadWindowPlaces({
    path: join(settingsDir, 'windows.json'),
    clock: systemClock,
    onFailed: (error) =>
      void opening.then(({ log }) => log.warn({ err: error }, 'cannot save window places')),
    report: (fault) => setImmediate(() => void opening.then(({ notify }) => notify(fault))),
  })
  const crashRecovery = createCrashRecovery({
    clock: systemClock,
    words: () => desktop.words,
    onCrash: (reason) =>
      void opening.then(({ log }) => log.warn({ reason }, 'the process of a page has ended')),
  })
  const windows = openWindows(places, crashRecovery, args.kiosk)
  if (wantsTools) windows.wall.once('ready-to-show', () => windows.wall.webContents.openDevTools())
  const opening = openApp(environmentFleet, settingsDir, args)
  const desktop = createDesktop(windows.wall)
  askBeforeQuit(windows.wall, desktop, endOfSession)

  const showFleet = ({ sessions }: App, fleetId: string) => {
    if (sessions.first.fleetId === fleetId) bringToFront(windows.wall)
    else if (sessions.of(fleetId)) windows.openFleet(fleetId)
  }
  answerPages({ opening, windows, desktop, crashRecovery, showFleet })
  const links = createTokenBucket(systemClock, linksPerSecond, 1)
  const goTo = (request: StartRequest | null) => {
    if (!request) bringToFront(windows.wall)
    else if (links.take())
      void opening.then(async (app) => {
        const fleetId = await app.sessions.goTo(request)
        if (fleetId === null) bringToFront(windows.wall)
        else windows.openFleet(fleetId)
      })
  }
  electron.on('second-instance', (_event, _argv, _folder, given) =>
    goTo(requestIn(argumentsSchema.safeParse(given).data ?? [], electron.getAppPath())),
  )
  openLink = (link) => void goTo(requestIn([link]))
  for (const link of earlyLinks.splice(0)) openLink(link)
  electron.on('will-quit', () => places.close())
  electron.on('window-all-closed', () => electron.quit())
  const app = await opening
  opened = app
  watchProcess((thrown) => app.report(thrown))
  if (electron.commandLine.hasSwitch('no-sandbox') && process.getuid?.() !== 0)
    app.notify({ kind: 'no-sandbox' })
  const openNews = (fleetId: string, target: NewsTarget | null) => {
    showFleet(app, fleetId)
    if (target) app.sessions.of(fleetId)?.showTarget(target)
  }
  app.sessions.onUploads((sum) => desktop.show(sum, (target) => openNews(app.sessions.first.fleetId, target)))
  app.sessions.onNews((news, fleetId) => desktop.tell(news, (target) => openNews(fleetId, target)))
  electron.on('browser-window-focus', desktop.isBack)
  app.sessions.onEnded(windows.closeFleet)
  let startsNow = app.startsWithComputer()
  const keepStarting = () =>
    startWithComputer(app.startsWithComputer(), args.userDataDir).catch((thrown: unknown) =>
      app.notify(faultOf(thrown)),
    )
  // A new version may lie elsewhere.
  if (app.startsWithComputer()) void keepStarting()
  app.sessions.first.onEvent(({ type }) => {
    if (type === 'preferences' && app.startsWithComputer() !== startsNow) void keepStarting()
    startsNow = app.startsWithComputer()
  })
  windows.reopenWalls(
    (fleetId) =>
      fleetId === null || (app.sessions.first.fleetId !== fleetId && app.sessions.of(fleetId) !== null),
  )
  watchScreenLock(powerMonitor, systemClock, (locked) => app.sessions.lock(locked))
  desktop.unfinished = () => app.sessions.unfinished
  desktop.mayTell = app.mayTell
  // The updater asks after the session has closed, which then knows of no work.
  let isBusyAtEnd = false
  const isBusy = () =>
    app.sessions.recordedPhones.length > 0 ||
    Object.values(app.sessions.unfinished).some((count) => count > 0)
  const updates =
    canUpdateItself &&
    watchUpdates({
      feed: updateFeed,
      route: app.route,
      publicKey: UPDATE_KEY,
      clock: systemClock,
      log: app.log,
      isAllowed: () => app.sessions.first.mayUpdate,
      isBusy,
      isCutShort: () => isBusyAtEnd,
      onReady: (version) => app.sessions.first.emit({ type: 'update-ready', version }),
      onRefused: (reason) => app.notify({ kind: 'update-refused', reason }),
    })
  desktop.recordedPhones = () => app.sessions.recordedPhones
  electron.on('will-quit', () => {
    isBusyAtEnd = isBusy()
    if (updates) updates.checkAgain()
    app.close()
    places.close()
    // A normal exit would wait for the user to answer the keychain's prompt.
    if (app.heldUp) process.kill(process.pid, 'SIGKILL')
  })
}

/** Chromium's folder for commands at a terminal: apart from that of a window, which may be open. */
function useTerminalFolder(): void {
  const folder = join(ownFolder(process.env, process.platform), 'terminal')
  try {
    makeOwnFolder(folder)
    electron.setPath('userData', folder)
  } catch {
    // Electron then takes a folder of its own beside it.
  }
}

/** Shows the reason in a window: a program that was started from a menu has no terminal. Not modal, so that signals end it. */
async function failToStart(error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error)
  process.stderr.write(`Fleetwall could not start: ${reason}\n`)
  try {
    // Chromium crashes without a folder that it can write in.
    if (!electron.isReady()) electron.setPath('userData', temporaryFolder('fleetwall-'))
    await electron.whenReady()
    const described = describeFailedStart(error, electron.getPreferredSystemLanguages())
    await dialog.showMessageBox({ type: 'error', ...described })
  } finally {
    electron.exit(1)
  }
}

/** @returns whether this is the only instance on its folder. @throws FolderError */
function takeFolder(path: string): boolean {
  makeOwnFolder(path)
  // Chromium takes a folder that it can't lock for one in use.
  try {
    accessSync(path, constants.W_OK)
  } catch (error) {
    throw new FolderError('not-writable', path, error as NodeJS.ErrnoException)
  }
  electron.setPath('userData', path)
  // Dumps stay in that folder. Only now, because it ends a program whose folder can't be used.
  crashReporter.start({ uploadToServer: false })
  pruneCrashDumps(electron.getPath('crashDumps'), Date.now())
  return electron.requestSingleInstanceLock(process.argv.slice(1))
}

async function run(): Promise<void> {
  const refused = mayDebug ? null : refusedOption(process.argv.slice(1))
  if (refused !== null) {
    process.stderr.write(`fleetwall: an installed program does not take ${refused}\n`)
    process.exit(2)
  }
  if (needsNoWindow(process.argv.slice(1), electron.getAppPath())) useTerminalFolder()
  const command = terminalCommand(process.argv.slice(1), electron.getAppPath())
  if (command) return runAtTerminal(command)
  const args = await readArguments(process.argv.slice(1), electron.getAppPath())
  if (args.diagnostics !== null) {
    // Needs no display, and so shows no window either.
    const folder = args.userDataDir ?? ownFolder(process.env, process.platform)
    electron.exit(await printDiagnostics(args.diagnostics, folder))
    return
  }
  // An installer registers it. A program that is unpacked does so once, and takes it from no other.
  if (electron.isPackaged && electron.getApplicationNameForProtocol('fleetwall://') === '')
    electron.setAsDefaultProtocolClient('fleetwall')
  if (takeFolder(args.userDataDir ?? ownFolder(process.env, process.platform))) return start(args)
  const left = ownStartOption({ ...args, devtools: args.devtools && mayDebug })
  const rest = left ? ` To use ${left}, quit it first.` : ''
  process.stderr.write(`Fleetwall is already running. Its window is now in front.${rest}\n`)
  electron.exit(left ? 1 : 0)
}

// It would take the option from the child processes alone, which then end.
if (!electron.commandLine.hasSwitch('no-sandbox')) electron.enableSandbox()
electron.on('web-contents-created', (_event, contents) => lockDownPage(contents))
registerPageScheme()
keepCollectorQuiet(electron.commandLine)
// The pages have no cookies. Chromium would ask the keyring for a key of theirs, and some keyrings then ask the user.
if (!electron.commandLine.hasSwitch('password-store'))
  electron.commandLine.appendSwitch('password-store', 'basic')
run().catch(failToStart)
