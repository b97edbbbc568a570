import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createPublicKey, verify } from 'node:crypto'
import type { AppUpdater, UpdateDownloadedEvent } from 'electron-updater'
import type { Clock } from '../core/base/clock'
import type { Log } from '../core/base/log'
import type { Route } from '../core/service/route'

const firstCheckMs = 10_000
const dayMs = 24 * 3_600_000
const busyAgainMs = 10 * 60_000

export interface UpdatesOptions {
  /** The address of the feed, as `canUpdate` allows it. */
  feed: string
  /** The way to the feed. */
  route: Route
  /** The public key of the feed (PEM); empty where the program was built without one. */
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
  load?: () => Promise<AppUpdater>
}

/**
 * Looks for a new version at the start and once a day, downloads it in the background, checks it, and has it installed when
 * the program ends. Does nothing while phones are being worked on. A failed update leaves the old program as it is.
 */
export function watchUpdates(options: UpdatesOptions): void {
  const { feed, clock, log, isAllowed, isBusy, onReady, load = loadUpdater } = options
  let opened: Promise<AppUpdater> | null = null

  let isChecked = false
  const open = async () => {
    const updater = await load()
    updater.autoDownload = true
    // Asked when a download ends, and again when the program does: what was checked is installed if it is still allowed and no
    // work is broken off.
    Object.defineProperty(updater, 'autoInstallOnAppQuit', {
      get: () => isChecked && isAllowed() && !options.isCutShort(),
    })
    const { RoutedRequests } = await import('./routed-requests')
    // Before the feed is set, which keeps what it asks with.
    Object.assign(updater, { httpExecutor: new RoutedRequests(options.route) })
    updater.setFeedURL({ provider: 'generic', url: feed })
    updater.logger = null
    updater.on('error', (error) => log.warn({ err: error }, 'no update'))
    updater.on('update-downloaded', (update) => {
      if (!isSigned(update, options.publicKey)) {
        isChecked = false
        log.warn({ version: update.version }, 'an update without a valid signature was left out')
        return
      }
      isChecked = true
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
      await (await (opened ??= open())).checkForUpdates()
    } catch (error) {
      log.warn({ err: error }, 'no update')
    }
  }
  clock.after(firstCheckMs, () => void check())
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

/** What is signed: the version and the hashes of its files, which the updater compares with what it downloads. */
export const signedText = ({ version, files }: Pick<UpdateDownloadedEvent, 'version' | 'files'>): string =>
  [version, ...files.map(({ sha512 }) => sha512)].join('\n')

/** Whether the feed's `signature` (Ed25519, base64) fits. A program that was built without a key trusts its feed. */
function isSigned(update: UpdateDownloadedEvent, publicKey: string): boolean {
  if (publicKey === '') return true
  const { signature } = update as { signature?: unknown }
  if (typeof signature !== 'string') return false
  try {
    return verify(
      null,
      Buffer.from(signedText(update)),
      createPublicKey(publicKey),
      Buffer.from(signature, 'base64'),
    )
  } catch {
    return false
  }
}

function isSafeFeed(feed: string): boolean {
  const url = URL.canParse(feed) ? new URL(feed) : null
  return (
    url?.protocol === 'https:' ||
    (url?.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(url.hostname))
  )
}

async function loadUpdater(): Promise<AppUpdater> {
  const { default: updater } = await import('electron-updater')
  return updater.autoUpdater
}
