import { execFileSync, spawn } from 'node:child_process'
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeFolderInside, openNew, whyNotWritable, writeOut } from '../../../src-main/core/disk/write-out'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fleetwall-out-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))
const at = (name: string) => join(folder, name)

describe.skipIf(process.platform === 'win32')('a file that is written outside', () => {
  it('replaces a link, also one that leads nowhere, and never follows it', async () => {
    await writeFile(at('victim'), 'mine')
    for (const target of ['victim', 'nowhere']) {
      await symlink(at(target), at('report.xml'))
      await writeOut(at('report.xml'), ['a', 'b'])
      expect((await lstat(at('report.xml'))).isFile()).toBe(true)
      expect(await readFile(at('report.xml'), 'utf8')).toBe('ab')
      await rm(at('report.xml'))
    }
    await symlink(at('victim'), at('film.mkv'))
    await (await openNew(at('film.mkv'))).close()
    expect(await readFile(at('victim'), 'utf8')).toBe('mine')
    expect(await readdir(folder)).toEqual(['film.mkv', 'victim'])
  })

  it('keeps the old content when the new one fails in the middle', async () => {
    await writeFile(at('report.xml'), 'old', { mode: 0o640 })
    const broken = function* () {
      yield 'half'
      throw new Error('no more')
    }
    await expect(writeOut(at('report.xml'), broken())).rejects.toThrow('no more')
    expect(await readFile(at('report.xml'), 'utf8')).toBe('old')
    await writeOut(at('report.xml'), 'new')
    expect((await stat(at('report.xml'))).mode & 0o777).toBe(0o640)
    await writeOut(at('report.xml'), 'new', 0o600)
    expect((await stat(at('report.xml'))).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['report.xml'])
  })

  it('goes into a pipe and a device as they are', async () => {
    execFileSync('mkfifo', [at('pipe')])
    const reader = spawn('cat', [at('pipe')])
    expect(await whyNotWritable(at('pipe'))).toBeNull()
    await writeOut(at('pipe'), 'for the reader')
    expect(await text(reader.stdout)).toBe('for the reader')
    expect((await lstat(at('pipe'))).isFIFO()).toBe(true)
    await writeOut('/dev/null', 'x')
    expect((await lstat('/dev/null')).isCharacterDevice()).toBe(true)
    await expect(writeOut('/dev/full', 'x')).rejects.toThrow('ENOSPC')
  })

  it('is refused in words before the work when it can’t be written', async () => {
    await writeFile(at('file'), '')
    await mkdir(at('folder'))
    expect(await whyNotWritable(at('folder'))).toMatch(/^can’t write .*: it is a folder$/)
    expect(await whyNotWritable(join(at('file'), 'deeper', 'r.xml'))).toMatch(
      /: a part of its path is a file$/,
    )
    expect(await whyNotWritable('/dev/full')).toBe('can’t write /dev/full: the disk is full')
    expect(await whyNotWritable(at('x'.repeat(300)))).toMatch(/: its name is too long$/)
    expect(await whyNotWritable('/proc/none/r.xml')).not.toBeNull()
    expect(await whyNotWritable(join(at('new'), 'r.xml'))).toBeNull()
    expect(await readdir(at('new'))).toEqual([])
  })

  it('stays inside its folder, which links below it would leave', async () => {
    await mkdir(at('victim'))
    await mkdir(at('results'))
    await symlink(at('results'), at('out'))
    await symlink(at('victim'), join(at('results'), 'Aster 01'))
    expect(await makeFolderInside(at('out'), ['Birch', 'smoke'])).toBe(join(at('results'), 'Birch', 'smoke'))
    await expect(makeFolderInside(at('out'), ['Aster 01', 'smoke'])).rejects.toThrow('Aster 01 is a link')
    expect(await readdir(at('victim'))).toEqual([])
  })
})
