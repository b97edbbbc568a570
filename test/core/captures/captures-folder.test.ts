import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultPreferences } from '../../../src-shared/features/preferences-state'
import { notSaved } from '../../../src-main/core/disk/save-file'
import { createCapturesFolder } from '../../../src-main/core/captures/captures-folder'
import { faultOfCall } from '../service/fault-of-call'

const subject = { fleet: 'Berlin', phone: 'Ash', publicId: 'dev_a', at: new Date(2026, 2, 1, 14, 5, 9) }
const bytes = Buffer.from('a picture')

describe('the folder of captures', () => {
  let top = ''
  beforeEach(async () => {
    top = await mkdtemp(join(tmpdir(), 'fleetwall-captures-'))
  })
  afterEach(() => rm(top, { recursive: true }))

  const folderOf = (forThisRun: string, folder: string) =>
    createCapturesFolder({
      forThisRun,
      system: { picture: join(top, 'Pictures'), video: join(top, 'Videos') },
      preferences: {
        now: { ...defaultPreferences, captures: { ...defaultPreferences.captures, folder } },
      },
    })

  it('is the one for this run, else the chosen one, else the system’s', () => {
    expect(folderOf('/run', '/chosen').of('picture')).toBe('/run')
    expect(folderOf('', '/chosen').of('video')).toBe('/chosen')
    expect(folderOf('', '').of('picture')).toBe(join(top, 'Pictures'))
    expect(folderOf('', '').of('video')).toBe(join(top, 'Videos'))
  })

  it('is created when it is missing, and gets a new file each time', async () => {
    const folder = folderOf('', '')
    const first = await folder.save('picture', subject, '.jpg', bytes)
    const second = await folder.save('picture', subject, '.jpg', Buffer.from('another'))
    expect(first).toBe(join(top, 'Pictures', 'Berlin', '2026-03-01 14.05.09 Ash.jpg'))
    expect(basename(second)).toBe('2026-03-01 14.05.09 Ash (2).jpg')
    expect(await readFile(first)).toEqual(bytes)
    const { path, file } = await folder.create('video', subject, '.mkv')
    await file.close()
    expect(path).toBe(join(top, 'Videos', 'Berlin', '2026-03-01 14.05.09 Ash.mkv'))
  })

  it.each(['/', '//', '/tmp/..'])('takes nothing as %s, the top of the disk', async (chosen) => {
    const refused = { kind: 'not-saved', why: 'whole-disk' }
    await symlink('/', join(top, 'link'))
    for (const folder of [folderOf(chosen, ''), folderOf('', chosen), folderOf('', join(top, 'link'))])
      for (const save of [
        () => folder.save('picture', subject, '.jpg', bytes),
        () => folder.saveNamed('picture', 'a', '.jpg', bytes),
        () => folder.create('video', subject, '.mkv'),
      ])
        expect(await faultOfCall(save())).toMatchObject(refused)
  })

  it('says why it takes no file, and keeps none half written', async () => {
    const folder = folderOf(join(top, 'file'), '')
    await writeFile(join(top, 'file'), '')
    expect(await faultOfCall(folder.save('picture', subject, '.jpg', bytes))).toMatchObject({
      kind: 'not-saved',
      folder: join(top, 'file'),
      why: 'no-folder',
    })
    const why = (code: string) => notSaved('/a', Object.assign(new Error(code), { code })).fault
    expect(['ENOSPC', 'EROFS', 'EACCES'].map(why)).toMatchObject([
      { why: 'full' },
      { why: 'not-allowed' },
      { why: 'not-allowed' },
    ])
    await mkdir(join(top, 'Pictures'))
    const refused = { byteLength: 1 } as unknown as Uint8Array
    await faultOfCall(folderOf('', '').save('picture', subject, '.jpg', refused))
    expect(await readdir(join(top, 'Pictures', 'Berlin'))).toEqual([])
  })

  it('gives a capture its name once it is whole, and leaves nothing else', async () => {
    const pictures = join(top, 'Pictures', 'Berlin')
    let between: string[] = []
    const slow = {
      async *[Symbol.asyncIterator]() {
        yield bytes
        between = await readdir(pictures)
        yield bytes
      },
    }
    const path = await folderOf('', '').save('picture', subject, '.jpg', slow as unknown as Uint8Array)
    expect(between).toEqual([`${basename(path)}.new`])
    expect(await readdir(pictures)).toEqual([basename(path)])
    expect(await readFile(path)).toEqual(Buffer.concat([bytes, bytes]))
  })
})
