import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileBelow } from '../../../src-main/core/agent/files'

describe('the files of a grant', () => {
  let root: string
  let allowed: string

  beforeAll(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'fleetwall-files-')))
    allowed = join(root, 'allowed')
    await mkdir(join(allowed, 'below'), { recursive: true })
    await writeFile(join(root, 'secret.txt'), 'secret')
    await writeFile(join(allowed, 'below', 'a.txt'), 'a')
    await symlink(join(root, 'secret.txt'), join(allowed, 'link.txt'))
    await symlink(allowed, join(root, 'other-way'))
  })
  afterAll(() => rm(root, { recursive: true, force: true }))

  it('are those below an allowed folder, by an absolute or a relative path', async () => {
    const file = join(allowed, 'below', 'a.txt')
    expect(await fileBelow([allowed], file)).toBe(file)
    expect(await fileBelow(['/nowhere', allowed], 'below/a.txt')).toBe(file)
    expect(await fileBelow([join(root, 'other-way')], 'below/a.txt')).toBe(file)
  })

  it.each([
    ['climbs', '../secret.txt'],
    ['climbs further down', 'below/../../secret.txt'],
    ['leads out by a link', 'link.txt'],
    ['is elsewhere', '/etc/hostname'],
    ['is not there', 'below/b.txt'],
    ['is the folder itself', '.'],
    ['holds a null character', 'below/a.txt\0'],
  ])('are none whose path %s, and all of them are refused alike', async (_, path) => {
    await expect(fileBelow([allowed], path)).rejects.toThrow(
      'There is no such file in a folder that is allowed.',
    )
  })

  it('are none without a folder', async () => {
    await expect(fileBelow([], join(allowed, 'below', 'a.txt'))).rejects.toThrow('No folder is allowed.')
  })
})
