import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeFolder, makeFolderSync } from '../../../src-main/core/disk/make-folder'
import { replaceOwnFile } from '../../../src-main/core/disk/own-file'

describe('makeFolder', () => {
  let root: string
  beforeEach(async () => (root = await mkdtemp(join(tmpdir(), 'fleetwall-folder-'))))
  afterEach(() => rm(root, { recursive: true }))

  it('makes a folder and those above it, also a second time and twice at once', async () => {
    const deep = join(root, 'a', 'b', 'c')
    await Promise.all([makeFolder(deep), makeFolder(join(root, 'a', 'b', 'd'))])
    await makeFolder(deep)
    expect((await stat(deep)).isDirectory()).toBe(true)
  })

  it('refuses where a file stands in the way', async () => {
    await writeFile(join(root, 'file'), '')
    await expect(makeFolder(join(root, 'file'))).rejects.toMatchObject({ code: 'EEXIST' })
    await expect(makeFolder(join(root, 'file', 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' })
  })

  it.runIf(process.platform === 'linux')('gives up where a file system takes no folders', async () => {
    await expect(makeFolder('/proc/none/below')).rejects.toMatchObject({ code: 'ENOENT' })
    expect(() => makeFolderSync('/proc/none/below')).toThrow('ENOENT')
    expect(() => replaceOwnFile('/proc/none/below/file', '')).toThrow('ENOENT')
  })
})
