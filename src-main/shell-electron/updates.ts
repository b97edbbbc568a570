import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AppUpdater, UpdateDownloadedEvent, UpdateInfo } from 'electron-updater'
import type { UpdateFlaw } from '../../src-shared/protocol/fault'
import type { Clock } from '../core/time/clock'
import type { Log } from '../core/base/log'
import type { Route } from '../core/service/route'
import { flawOf, isOfFeed, type FeedReader } from './signed-feed'

const firstCheckMs = 10_000
const dayMs = 24 * 3_600_000
const busyAgainMs = 10 * 60_000
const mostReason = 300

export interface UpdatesOptions {
  /** The address of the feed, as `canUpdate` allows it. */
  feed: string
  /** The way to the feed. */
  route: Route
  /** The public key of the feed (PEM). */
  publicKey: string
  clock: Clock
  log: Pick<Log, 'warn' | 'info'>
  /** Whether the user and the administrator allow it. */
  isAllowed: () => boolean
  /** Whether anything is under way that quitting would cancel. */
  isBusy: () => boolean
  /** Whether the program ends in the middle of it; false until it ends. */
  isCutShort: () => boolean
  /** A checked update is there, and will be installed when the program ends. */
  onReady: (version: string) => void
  /** A feed is not followed. It is said once for each reason. */
  onRefused: (flaw: UpdateFlaw) => void
  /** This computer's, if left out. */
  platform?: NodeJS.Platform
  arch?: string
  load?: () => Promise<AppUpdater>
}

export interface Updates {
  /** Checks the downloaded file and its feed again, at the moment of installing. It reads the whole file at once. */
  checkAgain(): void
}

/**
 * Looks for a new version at the start and once a day, downloads it in the background, checks it, and has it installed when
 * the program ends. Does nothing while phones are being worked on. A failed update leaves the old program as it is.
 */
export function watchUpdates(options: UpdatesOptions): Updates {
  const { feed, clock, log, isAllowed, isBusy, onReady, load = loadUpdater } = options
  let opened: Promise<AppUpdater> | null = null
  let ready: UpdateDownloadedEvent | null = null
  const told = new Set<UpdateFlaw>()
  const requests = import('./routed-requests').then(({ RoutedRequests }) => new RoutedRequests(options.route))
  const reader = (): FeedReader => ({
    publicKey: options.publicKey,
    platform: options.platform ?? process.platform,
    arch: options.arch ?? process.arch,
    now: clock.now(),
  })
  /** Whether a feed may be followed; says why not, once for each reason. */
  const isGood = (update: UpdateInfo): boolean => {
    const flaw = flawOf(update, reader())
    if (flaw === null) return true
    log.warn({ version: update.version, flaw }, 'a feed of updates without a valid signature was left out')
    if (!told.has(flaw)) options.onRefused(flaw)
    told.add(flaw)
    return false
  }
  const open = async () => {
    const updater = await load()
    updater.autoDownload = false
    updater.disableWebInstaller = true
    // Its parts would come without a signed size.
    updater.disableDifferentialDownload = true
    // Asked when a download ends, and again when the program does: what was checked is installed if it is still allowed and no
    // work is broken off.
    Object.defineProperty(updater, 'autoInstallOnAppQuit', {
      get: () => ready !== null && isAllowed() && !options.isCutShort(),
    })
    // Before the feed is set, which keeps what it asks with.
    Object.assign(updater, { httpExecutor: await requests })
    updater.setFeedURL({ provider: 'generic', url: feed })
    updater.logger = null
    updater.on('error', (error) => log.warn({ reason: shortReason(error) }, 'no update'))
    // A new download replaces the file of the one before.
    updater.on('update-available', () => (ready = null))
    updater.on('update-downloaded', (update) => {
      ready = isGood(update) ? update : null
      if (!ready) return
      log.info({ version: update.version }, 'an update is ready')
      onReady(update.version)
    })
    return updater
  }
  const check = async () => {
    const mayGo = isAllowed() && !isBusy()
    clock.after(isBusy() ? busyAgainMs : dayMs, () => void check())
    if (!mayGo) return
    try {
      const updater = await (opened ??= open())
      const found = await updater.checkForUpdates()
      if (!found || !isGood(found.updateInfo) || !found.isUpdateAvailable) return
      const { files } = found.updateInfo
      const executor = await requests
      executor.sizes = new Map(files.map(({ sha512, size }) => [sha512, size ?? 0]))
      await updater.downloadUpdate()
    } catch (error) {
      log.warn({ reason: shortReason(error) }, 'no update')
    }
  }
  clock.after(firstCheckMs, () => void check())
  return {
    checkAgain() {
      if (!ready || (isGood(ready) && isOfFeed(ready.downloadedFile, ready, reader()))) return
      log.warn({ version: ready.version }, 'an update that has changed since its download was left out')
      ready = null
    },
  }
}

/** The updater's errors may hold the whole answer. */
function shortReason(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return line.replace(/,? ?rawData:.*/s, '').slice(0, mostReason)
}

/**
 * Whether the program can replace itself: it has a safe feed, and is no unpacked archive and no portable program.
 * @param feed the feed's address; empty for none
 * @param resources the program's own folder of resources, where a package of a Linux distribution says what it is
 */
export function canUpdate(
  feed: string,
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
  resources: string,
): boolean {
  if (!isSafeFeed(feed)) return false
  if (platform === 'linux') {
    // The variables of an AppImage come to all programs that it starts, and the updater replaces the file they name.
    const { APPIMAGE, APPDIR } = environment
    const isAppImage = APPIMAGE !== undefined && APPDIR !== undefined && resources.startsWith(`${APPDIR}/`)
    return isAppImage || existsSync(join(resources, 'package-type'))
  }
  return environment['PORTABLE_EXECUTABLE_FILE'] === undefined
}

/** Whether a feed's address is an `https` one. */
function isSafeFeed(feed: string): boolean {
  return URL.canParse(feed) && new URL(feed).protocol === 'https:'
}

async function loadUpdater(): Promise<AppUpdater> {
  const { default: updater } = await import('electron-updater')
  return updater.autoUpdater
}
