import { mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDesktopFiles, type DesktopFiles } from '../../../src-main/core/disk/desktop-files'

describe('files on the desktop', () => {
  let folder: string
  let opened: string[]
  let files: DesktopFiles

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'desktop-files-')))
    for (const name of ['kept', 'kept/of a day', 'other']) await mkdir(join(folder, name))
    for (const name of ['kept/a.jpg', 'kept/of a day/b.yaml', 'other/c.yaml'])
      await writeFile(join(folder, name), 'x')
    await symlink(join(folder, 'other', 'c.yaml'), join(folder, 'kept', 'c.yaml'))
    opened = []
    const open = (path: string) => void opened.push(path)
    const trash = (path: string) => Promise.resolve(open(`trash ${path}`))
    const chooseFolder = (from: string) => Promise.resolve(`${from}/chosen`)
    files = createDesktopFiles({ show: open, open, chooseFolder, trash }, () => [
      join(folder, 'kept'),
      join(folder, 'missing'),
    ])
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('are shown where they lie in a folder of Fleetwall', async () => {
    expect(await files.show(join(folder, 'kept', 'a.jpg'))).toBe(true)
    expect(await files.show(join(folder, 'kept'))).toBe(true)
    expect(opened).toEqual([join(folder, 'kept', 'a.jpg'), join(folder, 'kept')])
  })

  it.each(['other/c.yaml', 'kept/c.yaml', 'kept/../other/c.yaml', 'kept/gone.jpg', 'missing'])(
    'are left alone elsewhere, behind a link, and when they are gone: %s',
    async (path) => {
      expect(await files.show(join(folder, ...path.split('/')))).toBe(false)
      expect(await files.open(`${folder}/${path}`, ['.yaml', '.jpg'])).toBe(false)
      expect(opened).toEqual([])
    },
  )

  it('are opened only with an ending that is known', async () => {
    expect(await files.open(join(folder, 'kept', 'of a day', 'b.yaml'), ['.yaml'])).toBe(true)
    expect(await files.open(join(folder, 'kept', 'a.jpg'), ['.yaml'])).toBe(false)
    expect(opened).toEqual([join(folder, 'kept', 'of a day', 'b.yaml')])
  })

  it('have a folder that the person chooses, where there is a desktop', async () => {
    const none = createDesktopFiles(null, () => [folder])
    expect([files.asks, none.asks]).toEqual([true, false])
    expect(await files.chooseFolder('/home')).toBe('/home/chosen')
    expect(await none.chooseFolder('/home')).toBeNull()
  })

  it('go to the trash, or away without a desktop, but no link and none elsewhere', async () => {
    for (const path of ['other/c.yaml', 'kept/c.yaml', 'kept/../other/c.yaml', 'kept', 'kept/gone.jpg'])
      expect(await files.discard(`${folder}/${path}`).catch(() => false)).toBe(false)
    expect(opened).toEqual([])
    await symlink(join(folder, 'kept', 'a.jpg'), join(folder, 'kept', 'b.jpg'))
    expect(await files.discard(join(folder, 'kept', 'b.jpg'))).toBe(false)
    expect(await files.discard(join(folder, 'kept', 'a.jpg'))).toBe(true)
    expect(opened).toEqual([`trash ${join(folder, 'kept', 'a.jpg')}`])
    const none = createDesktopFiles(null, () => [join(folder, 'kept')])
    expect(await none.discard(join(folder, 'kept', 'a.jpg'))).toBe(true)
    expect(await readdir(join(folder, 'kept'))).not.toContain('a.jpg')
  })

  it('stay closed without a desktop, and a path has to be absolute', async () => {
    const none = createDesktopFiles(null, () => [folder])
    expect(await none.show(join(folder, 'kept', 'a.jpg'))).toBe(false)
    expect(await files.show('kept/a.jpg')).toBe(false)
  })
})
