import { appendFile, mkdir, mkdtemp, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pathFile } from '../../../src-main/core/uploads/path-file'
import { faultOfCall } from '../service/fault-of-call'
import { content } from './upload-service'

describe('a file on disk', () => {
  let folder: string
  let path: string
  const bytes = content(700_000)

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fleetwall-path-file-'))
    path = join(folder, 'a film é 1.mov')
    await writeFile(path, bytes)
    // An old time: two writes within a clock tick would have the same one.
    await utimes(path, new Date(), new Date(2024, 1, 1))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const read = async (body: AsyncIterable<Buffer>) => {
    const pieces: Buffer[] = []
    for await (const piece of body) pieces.push(Buffer.from(piece))
    return Buffer.concat(pieces)
  }
  const refusal = (reason: string) => ({ kind: 'file', reason, name: 'a film é 1.mov' })

  it('is read whole each time it is opened', async () => {
    const source = await pathFile(path)
    expect([source.name, source.bytes]).toEqual(['a film é 1.mov', bytes.byteLength])
    for (let time = 0; time < 2; time += 1) {
      const file = await source.open()
      expect((await read(file.pieces)).equals(bytes)).toBe(true)
      await file.check()
      await file.close()
    }
  })

  it.each([
    ['grew', () => appendFile(path, 'x')],
    ['shrank', () => truncate(path, 100)],
    ['was rewritten with the same length', () => writeFile(path, Buffer.from(bytes).reverse())],
    ['got another time', () => utimes(path, new Date(), new Date(2020, 1, 1))],
  ])('is refused as changed when it %s, before and after the read', async (_, change) => {
    const source = await pathFile(path)
    const file = await source.open()
    await change()
    expect(await faultOfCall(file.check())).toEqual(refusal('changed'))
    await file.close()
    expect(await faultOfCall(source.open())).toEqual(refusal('changed'))
  })

  it('is read to its end when it is replaced, but not opened again', async () => {
    const source = await pathFile(path)
    const file = await source.open()
    await writeFile(`${path}.new`, Buffer.from(bytes).reverse())
    await rename(`${path}.new`, path)
    expect((await read(file.pieces)).equals(bytes)).toBe(true)
    await file.check()
    await file.close()
    expect(await faultOfCall(source.open())).toEqual(refusal('changed'))
  })

  it('is refused as gone when it was deleted', async () => {
    const source = await pathFile(path)
    await rm(path)
    expect(await faultOfCall(source.open())).toEqual(refusal('gone'))
    expect(await faultOfCall(pathFile(path))).toEqual(refusal('gone'))
  })

  it('is refused when it is empty or a folder', async () => {
    await mkdir(join(folder, 'inner'))
    await truncate(path, 0)
    expect(await faultOfCall(pathFile(path))).toEqual(refusal('empty'))
    expect(await faultOfCall(pathFile(join(folder, 'inner')))).toMatchObject({ reason: 'folder' })
  })
})
