import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, win32 } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { makeOwnFolder, mediaFolders, ownFolder } from '../../../src-main/core/disk/paths'

describe('the folder of Fleetwall’s files', () => {
  let root: string
  beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'fleetwall-folder-'))))
  afterEach(() => rmSync(root, { recursive: true }))

  it('is made with those above it, for its user alone, and may be there', () => {
    const deep = join(root, 'a', 'b')
    makeOwnFolder(deep)
    makeOwnFolder(deep)
    if (process.platform !== 'win32') expect(statSync(deep).mode & 0o777).toBe(0o700)
  })

  it('is named in a sentence when it can’t be used', () => {
    writeFileSync(join(root, 'file'), '')
    expect(() => makeOwnFolder(join(root, 'file'))).toThrow(
      `The folder ${join(root, 'file')} can’t be used (EEXIST).`,
    )
  })

  it.runIf(process.platform === 'linux')('is given up where a file system takes no folders', () => {
    expect(() => makeOwnFolder('/proc/nope/below')).toThrow(
      'The folder /proc/nope/below can’t be used (ENOENT).',
    )
  })
})

describe('the folder of remembered settings', () => {
  it.each([
    ['linux', {}, join(homedir(), '.config', 'Fleetwall')],
    ['linux', { XDG_CONFIG_HOME: '/conf' }, '/conf/Fleetwall'],
    ['linux', { XDG_CONFIG_HOME: 'conf' }, join(homedir(), '.config', 'Fleetwall')],
    ['darwin', { XDG_CONFIG_HOME: '/conf' }, join(homedir(), 'Library', 'Application Support', 'Fleetwall')],
    ['win32', { APPDATA: 'C:\\Users\\ann\\AppData\\Roaming' }, 'C:\\Users\\ann\\AppData\\Roaming\\Fleetwall'],
    ['win32', { APPDATA: '' }, win32.join(homedir(), 'AppData', 'Roaming', 'Fleetwall')],
  ] as const)('is the one of %s with %j', (platform, environment, expected) => {
    expect(ownFolder(environment, platform)).toBe(expected)
  })
})

describe('the system’s folders of pictures and videos, without a desktop', () => {
  it.each([
    ['linux', 'Videos'],
    ['darwin', 'Movies'],
    ['win32', 'Videos'],
  ] as const)('are those of %s', (platform, video) => {
    expect(mediaFolders({ XDG_CONFIG_HOME: '/no-such' }, platform)).toEqual({
      picture: join(homedir(), 'Pictures'),
      video: join(homedir(), video),
    })
  })

  it('are those that a Linux desktop names', () => {
    const config = mkdtempSync(join(tmpdir(), 'fleetwall-dirs-'))
    onTestFinished(() => rmSync(config, { recursive: true }))
    writeFileSync(
      join(config, 'user-dirs.dirs'),
      'XDG_PICTURES_DIR="$HOME/Bilder"\nXDG_VIDEOS_DIR="/media/films"\n',
    )
    const environment = { XDG_CONFIG_HOME: config }
    expect(mediaFolders(environment, 'linux')).toEqual({
      picture: join(homedir(), 'Bilder'),
      video: '/media/films',
    })
    expect(mediaFolders(environment, 'win32').picture).toBe(join(homedir(), 'Pictures'))
  })
})
