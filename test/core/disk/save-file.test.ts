import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { notSaved, saveFile } from '../../../src-main/core/disk/save-file'
import { faultOfCall } from '../service/fault-of-call'

const bytes = Buffer.from('a picture')

describe('a saved file', () => {
  let top = ''
  beforeEach(async () => {
    top = await mkdtemp(join(tmpdir(), 'fleetwall-save-'))
  })
  afterEach(() => rm(top, { recursive: true }))

  it('makes its folder, and takes a number where its name is taken', async () => {
    const folder = join(top, 'a', 'b')
    expect(await saveFile(folder, 'Ash.jpg', bytes)).toBe(join(folder, 'Ash.jpg'))
    expect(basename(await saveFile(folder, 'Ash.jpg', Buffer.from('another')))).toBe('Ash (2).jpg')
    expect(await readFile(join(folder, 'Ash.jpg'))).toEqual(bytes)
  })

  it('says why there is none, and leaves none half written', async () => {
    const file = join(top, 'file')
    await writeFile(file, '')
    const refused = { kind: 'not-saved', folder: file, why: 'no-folder' }
    expect(await faultOfCall(saveFile(file, 'Ash.jpg', bytes))).toMatchObject(refused)
    const why = (code: string) => notSaved('/a', Object.assign(new Error(code), { code })).fault
    expect(['ENOSPC', 'EROFS', 'EACCES'].map(why)).toMatchObject([
      { why: 'full' },
      { why: 'not-allowed' },
      { why: 'not-allowed' },
    ])
    await faultOfCall(saveFile(join(top, 'new'), 'Ash.jpg', { byteLength: 1 } as unknown as Uint8Array))
    expect(await readdir(join(top, 'new'))).toEqual([])
  })

  it('gets its name once it is whole, and leaves nothing else', async () => {
    let between: string[] = []
    const slow = {
      async *[Symbol.asyncIterator]() {
        yield bytes
        between = await readdir(top)
        yield bytes
      },
    }
    const path = await saveFile(top, 'Ash.jpg', slow as unknown as Uint8Array)
    expect(between).toEqual(['Ash.jpg.new'])
    expect(await readdir(top)).toEqual(['Ash.jpg'])
    expect(await readFile(path)).toEqual(Buffer.concat([bytes, bytes]))
  })
})
