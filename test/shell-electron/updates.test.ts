import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventEmitter } from 'node:events'
import { generateKeyPairSync, sign } from 'node:crypto'
import type { AppUpdater } from 'electron-updater'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { directRoute } from '../../src-main/core/service/route'
import {
  canUpdate,
  signedText,
  watchUpdates,
  type UpdatesOptions,
} from '../../src-main/shell-electron/updates'
import { createFakeClock, type FakeClock } from '../core/base/fake-clock'

const settled = () => new Promise((resolve) => setImmediate(resolve))
const dayMs = 24 * 3_600_000

describe('updates', () => {
  let clock: FakeClock
  let checks: number
  let updater: EventEmitter & { autoInstallOnAppQuit?: boolean }
  let ready: string[]
  let options: UpdatesOptions

  // Its first import takes longer than a turn.
  beforeAll(() => import('../../src-main/shell-electron/routed-requests'))

  beforeEach(() => {
    clock = createFakeClock()
    checks = 0
    ready = []
    updater = Object.assign(new EventEmitter(), {
      setFeedURL: () => undefined,
      checkForUpdates() {
        checks += 1
        return Promise.resolve(null)
      },
    })
    options = {
      feed: 'https://updates.example/',
      route: directRoute,
      publicKey: '',
      clock,
      log: { warn: () => undefined, info: () => undefined },
      isAllowed: () => true,
      isBusy: () => false,
      isCutShort: () => false,
      onReady: (version) => ready.push(version),
      load: () => Promise.resolve(updater as unknown as AppUpdater),
    }
  })
  const pass = async (ms: number) => {
    clock.advance(ms)
    await settled()
  }
  const update = { version: '9.9.9', files: [{ url: 'a', sha512: 'abc' }] }

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

  it.each(['', 'http://updates.example/', 'file:///tmp', 'nonsense'])(
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
    updater.emit('update-downloaded', update)
    expect(updater.autoInstallOnAppQuit).toBe(true)
    isCutShort = true
    expect(updater.autoInstallOnAppQuit).toBe(false)
  })

  it('are installed only with a valid signature', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    watchUpdates({ ...options, publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString() })
    await pass(10_000)
    updater.emit('update-downloaded', update)
    updater.emit('update-downloaded', { ...update, signature: 'AAAA' })
    expect(updater.autoInstallOnAppQuit).toBe(false)
    const signature = sign(null, Buffer.from(signedText(update as never)), privateKey).toString('base64')
    updater.emit('update-downloaded', { ...update, version: '9.9.8', signature })
    expect(ready).toEqual([])
    updater.emit('update-downloaded', { ...update, signature })
    expect(ready).toEqual(['9.9.9'])
    expect(updater.autoInstallOnAppQuit).toBe(true)
  })

  it('are not installed once they are switched off', async () => {
    let isAllowed = true
    watchUpdates({ ...options, isAllowed: () => isAllowed })
    await pass(10_000)
    updater.emit('update-downloaded', update)
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
