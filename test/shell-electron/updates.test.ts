import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventEmitter } from 'node:events'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import type { AppUpdater, UpdateDownloadedEvent } from 'electron-updater'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { directRoute } from '../../src-main/core/service/route'
import { signedText } from '../../src-main/shell-electron/signed-feed'
import { canUpdate, watchUpdates, type UpdatesOptions } from '../../src-main/shell-electron/updates'
import { createFakeClock, type FakeClock } from '../core/time/fake-clock'

const settled = () => new Promise((resolve) => setImmediate(resolve))
const dayMs = 24 * 3_600_000

const keys = generateKeyPairSync('ed25519')

describe('updates', () => {
  let clock: FakeClock
  let checks: number
  let downloads: number
  let offered: { updateInfo: object; isUpdateAvailable: boolean } | null
  let refused: string[]
  let updater: EventEmitter & { autoInstallOnAppQuit?: boolean }
  let ready: string[]
  let options: UpdatesOptions

  // Its first import takes longer than a turn.
  beforeAll(() => import('../../src-main/shell-electron/routed-requests'))

  beforeEach(() => {
    clock = createFakeClock()
    checks = 0
    downloads = 0
    offered = null
    refused = []
    ready = []
    updater = Object.assign(new EventEmitter(), {
      setFeedURL: () => undefined,
      checkForUpdates() {
        checks += 1
        return Promise.resolve(offered)
      },
      downloadUpdate() {
        downloads += 1
        return Promise.resolve([])
      },
    })
    options = {
      feed: 'https://updates.example/',
      route: directRoute,
      publicKey: keys.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      platform: 'linux',
      arch: 'x64',
      clock,
      log: { warn: () => undefined, info: () => undefined },
      isAllowed: () => true,
      isBusy: () => false,
      isCutShort: () => false,
      onReady: (version) => ready.push(version),
      onRefused: (flaw) => refused.push(flaw),
      load: () => Promise.resolve(updater as unknown as AppUpdater),
    }
  })
  const pass = async (ms: number) => {
    clock.advance(ms)
    await settled()
  }
  const text = 'the new program'
  const file = {
    url: 'Fleetwall-linux-x86_64.AppImage',
    sha512: createHash('sha512').update(text).digest('base64'),
    size: text.length,
    arch: 'x64',
  }
  /** A feed that is signed with these changes. */
  const feedWith = (changes: object = {}, key = keys.privateKey) => {
    const feed = {
      version: '9.9.9',
      files: [file],
      platform: 'linux',
      channel: 'latest',
      validUntil: new Date(clock.now() + 100 * dayMs).toISOString(),
      ...changes,
    }
    return { ...feed, signature: sign(null, Buffer.from(signedText(feed)), key).toString('base64') }
  }
  const downloaded = (feed: object, downloadedFile = '') =>
    updater.emit('update-downloaded', { ...feed, downloadedFile } as UpdateDownloadedEvent)

  it('are looked for at the start and once a day', async () => {
    watchUpdates(options)
    await pass(10_000)
    expect(checks).toBe(1)
    await pass(dayMs)
    expect(checks).toBe(2)
  })

  it('wait while phones are worked on, and are left out where they are switched off', async () => {
    let isBusy = true
    let isAllowed = true
    watchUpdates({ ...options, isBusy: () => isBusy, isAllowed: () => isAllowed })
    await pass(10_000)
    expect(checks).toBe(0)
    isBusy = false
    await pass(10 * 60_000)
    expect(checks).toBe(1)
    isAllowed = false
    await pass(dayMs)
    expect(checks).toBe(1)
  })

  it.each(['', 'http://updates.example/', 'http://127.0.0.1/', 'file:///tmp', 'nonsense'])(
    'come from no unsafe feed: %s',
    (feed) => {
      expect(canUpdate(feed, {}, 'win32', '')).toBe(false)
    },
  )

  it('are for what can replace itself alone', () => {
    const feed = 'https://updates.example/'
    expect(canUpdate(feed, {}, 'win32', '')).toBe(true)
    expect(canUpdate(feed, { PORTABLE_EXECUTABLE_FILE: 'C:\\Fleetwall.exe' }, 'win32', '')).toBe(false)
    expect(canUpdate(feed, {}, 'darwin', '')).toBe(true)
    const image = { APPIMAGE: 'Fleetwall.AppImage', APPDIR: '/tmp/.mount_x' }
    expect(canUpdate(feed, image, 'linux', '/tmp/.mount_x/resources')).toBe(true)
    // Another program's AppImage, whose terminal started this one.
    expect(canUpdate(feed, image, 'linux', '/nowhere')).toBe(false)
    expect(canUpdate(feed, {}, 'linux', '/nowhere')).toBe(false)
    const resources = mkdtempSync(join(tmpdir(), 'fleetwall-resources-'))
    onTestFinished(() => rmSync(resources, { recursive: true }))
    writeFileSync(join(resources, 'package-type'), 'deb')
    expect(canUpdate(feed, {}, 'linux', resources)).toBe(true)
  })

  it('are not installed when the program ends in the middle of work', async () => {
    let [isBusy, isCutShort] = [false, false]
    watchUpdates({ ...options, isBusy: () => isBusy, isCutShort: () => isCutShort })
    await pass(10_000)
    isBusy = true
    downloaded(feedWith())
    expect(updater.autoInstallOnAppQuit).toBe(true)
    isCutShort = true
    expect(updater.autoInstallOnAppQuit).toBe(false)
  })

  it.each([
    { what: 'unsigned', feed: () => ({ ...feedWith(), signature: undefined }) },
    { what: 'unsigned', feed: () => feedWith({}, generateKeyPairSync('ed25519').privateKey) },
    { what: 'unsigned', feed: () => ({ ...feedWith(), version: '9.9.8' }) },
    { what: 'unsigned', feed: () => ({ ...feedWith(), files: [{ ...file, url: 'Fleetwall.deb' }] }) },
    { what: 'unsigned', feed: () => ({ ...feedWith(), files: [{ ...file, size: 1 }] }) },
    { what: 'unsigned', feed: () => ({ ...feedWith(), files: [{ ...file, isAdminRightsRequired: true }] }) },
    { what: 'unsigned', feed: () => ({ ...feedWith(), stagingPercentage: 0 }) },
    { what: 'other-system', feed: () => feedWith({ platform: 'win32' }) },
    { what: 'other-system', feed: () => feedWith({ files: [{ ...file, arch: 'arm64' }] }) },
    { what: 'other-system', feed: () => feedWith({ channel: 'beta' }) },
    { what: 'stale', feed: () => feedWith({ validUntil: new Date(clock.now()).toISOString() }) },
    { what: 'stale', feed: () => feedWith({ validUntil: undefined }) },
  ])('are neither downloaded nor installed from a feed that is $what, said once', async ({ what, feed }) => {
    offered = { updateInfo: feed(), isUpdateAvailable: true }
    watchUpdates(options)
    await pass(10_000)
    await settled()
    expect(downloads).toBe(0)
    downloaded(feed())
    expect(updater.autoInstallOnAppQuit).toBe(false)
    expect([ready, refused]).toEqual([[], [what]])
  })

  it('need a key', async () => {
    watchUpdates({ ...options, publicKey: '' })
    await pass(10_000)
    downloaded(feedWith())
    expect(updater.autoInstallOnAppQuit).toBe(false)
  })

  it('are said to be stale also when the feed offers nothing new', async () => {
    offered = { updateInfo: feedWith({ validUntil: '2000-01-01T00:00:00Z' }), isUpdateAvailable: false }
    watchUpdates(options)
    await pass(10_000)
    await settled()
    expect(refused).toEqual(['stale'])
  })

  it('are downloaded from a signed feed, and not installed while a later one comes', async () => {
    offered = { updateInfo: feedWith(), isUpdateAvailable: true }
    watchUpdates(options)
    await pass(10_000)
    await settled()
    expect(downloads).toBe(1)
    downloaded(feedWith())
    expect(ready).toEqual(['9.9.9'])
    expect(updater.autoInstallOnAppQuit).toBe(true)
    updater.emit('update-available', feedWith({ version: '9.9.10' }))
    expect(updater.autoInstallOnAppQuit).toBe(false)
  })

  it.each([
    { content: 'the new program', days: 0, installs: true },
    { content: 'another program', days: 0, installs: false },
    { content: 'the new program', days: 101, installs: false },
  ])('are checked again when they are installed: $content, $days days later', async (given) => {
    const folder = mkdtempSync(join(tmpdir(), 'fleetwall-update-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'Fleetwall.AppImage')
    writeFileSync(path, given.content)
    const updates = watchUpdates(options)
    await pass(10_000)
    downloaded(feedWith(), path)
    clock.advance(given.days * dayMs)
    updates.checkAgain()
    expect(updater.autoInstallOnAppQuit).toBe(given.installs)
  })

  it('are not installed once they are switched off', async () => {
    let isAllowed = true
    watchUpdates({ ...options, isAllowed: () => isAllowed })
    await pass(10_000)
    downloaded(feedWith())
    expect(updater.autoInstallOnAppQuit).toBe(true)
    isAllowed = false
    expect(updater.autoInstallOnAppQuit).toBe(false)
  })

  it('that fail leave the program as it is', async () => {
    watchUpdates({ ...options, load: () => Promise.reject(new Error('no')) })
    await pass(10_000)
    expect(ready).toEqual([])
  })
})
