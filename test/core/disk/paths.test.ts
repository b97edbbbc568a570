import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeOwnFolder, ownFolder } from '../../../src-main/core/disk/paths'

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
    ['linux', { XDG_CONFIG_HOME: '/conf' }, join('/conf', 'Fleetwall')],
    ['darwin', {}, join(homedir(), 'Library', 'Application Support', 'Fleetwall')],
    ['win32', { APPDATA: '/roaming' }, join('/roaming', 'Fleetwall')],
  ] as const)('is the one of %s', (platform, environment, expected) => {
    expect(ownFolder(environment, platform)).toBe(expected)
  })
})
