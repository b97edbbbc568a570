import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultPreferences } from '../../../src-shared/features/preferences-state'
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
})
