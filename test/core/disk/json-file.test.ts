import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { JsonFile } from '../../../src-main/core/disk/json-file'
import { faultOf, type Fault } from '../../../src-shared/protocol/fault'

interface Content {
  names: string[]
}

describe('a file of ours', () => {
  let folder: string
  let reported: Fault[]

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'json-file-'))
    reported = []
  })
  afterEach(async () => {
    await chmod(join(folder, 'data'), 0o700).catch(() => undefined)
    await rm(folder, { recursive: true })
  })

  const path = () => join(folder, 'data', 'a.json')
  const open = (version = 1, hasBackup = false, isReadOnly = false) =>
    new JsonFile<Content>({
      path: path(),
      version,
      hasBackup,
      isReadOnly,
      report: (fault) => reported.push(fault),
      check(content, drop) {
        const { names } = content as { names: unknown[] }
        return {
          names: names.flatMap((name) => {
            if (typeof name === 'string') return [name]
            drop()
            return []
          }),
        }
      },
    })
  const put = async (text: string) => {
    await mkdir(join(folder, 'data'), { recursive: true })
    await writeFile(path(), text)
  }
  const names = () => readdir(join(folder, 'data'))

  it('is read as it was written, with its version, by its owner alone', async () => {
    expect(open().read()).toBe(null)
    open().write({ names: ['a'] })
    expect(open().read()).toEqual({ names: ['a'] })
    expect(JSON.parse(await readFile(path(), 'utf8'))).toEqual({ version: 1, names: ['a'] })
    expect((await stat(path())).mode & 0o777).toBe(0o600)
    expect((await stat(join(folder, 'data'))).mode & 0o777).toBe(0o700)
    expect(await names()).toEqual(['a.json'])
    expect(reported).toEqual([])
  })

  it('stays as it is for one that only reads, beside a process that writes it', async () => {
    const file = open(1, true)
    file.write({ names: ['a'] })
    file.write({ names: ['a', 'b'] })
    await writeFile(path(), '{"names": ["a"')
    await writeFile(`${path()}.4194999-1.new`, '')
    await writeFile(`${path()}.${process.ppid}-1.new`, '')
    const before = await names()
    const reader = open(1, true, true)
    expect(reader.read()).toEqual({ names: ['a'] })
    expect(reported).toMatchObject([{ reason: 'unreadable' }])
    expect(() => reader.write({ names: [] })).toThrow()
    expect(await names()).toEqual(before)
    open().read()
    expect(await names()).toContain(`a.json.${process.ppid}-1.new`)
  })

  it('cut at any byte is set aside, and the backup is used', async () => {
    const file = open(1, true)
    file.write({ names: ['a'] })
    file.write({ names: ['a', 'b'] })
    const whole = await readFile(path())
    for (let bytes = 0; bytes < whole.byteLength - 2; bytes++) {
      await writeFile(path(), whole.subarray(0, bytes))
      reported = []
      expect(open(1, true).read()).toEqual({ names: ['a'] })
      expect(reported).toMatchObject([{ reason: 'set-aside' }])
    }
  })

  it.skipIf(process.platform === 'win32')(
    'replaces a pipe in place of its backup, without a wait',
    async () => {
      await put('{"version": 1, "names": ["a"]}')
      const backup = `${path()}.bak`
      execFileSync('mkfifo', [backup])
      const reader = openSync(backup, constants.O_RDONLY | constants.O_NONBLOCK)
      onTestFinished(() => closeSync(reader))
      open(1, true).write({ names: ['b'] })
      expect(JSON.parse(await readFile(path(), 'utf8'))).toMatchObject({ names: ['b'] })
      expect((await stat(backup)).isFile()).toBe(true)
      expect(await readFile(backup, 'utf8')).toContain('"a"')
      expect(await names()).toEqual(['a.json', 'a.json.bak'])
    },
  )

  it('keeps the old file when a kill interrupts a write, and removes the rest', async () => {
    open().write({ names: ['a'] })
    await writeFile(`${path()}.4194999-1.new`, '{"names": ["a", "b')
    expect(open().read()).toEqual({ names: ['a'] })
    expect(await names()).toEqual(['a.json'])
  })

  it('with a bad entry is used without it, and a copy is set aside', async () => {
    await put('{"version": 1, "names": ["a", 7, "b"]}')
    expect(open().read()).toEqual({ names: ['a', 'b'] })
    const [, aside = ''] = (await names()).sort()
    expect(reported).toEqual([{ kind: 'own-file', reason: 'set-aside', path: join(folder, 'data', aside) }])
    expect(await readFile(join(folder, 'data', aside), 'utf8')).toContain('7')
  })

  it('never overwrites what was set aside before', async () => {
    for (const text of ['{', '[']) {
      await put(text)
      open().read()
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    expect(await names()).toHaveLength(2)
  })

  it('of a newer version is read as far as possible, and left as it is', async () => {
    await put('{"version": 2, "names": ["a", 7], "more": true}')
    const file = open()
    expect(file.read()).toEqual({ names: ['a'] })
    expect(() => file.write({ names: [] })).toThrow('own-file')
    expect(reported).toEqual([{ kind: 'own-file', reason: 'newer', path: path() }])
    expect(await readFile(path(), 'utf8')).toContain('"more": true')
    expect(await names()).toEqual(['a.json'])
  })

  it('that cannot be read is left as it is', async () => {
    await mkdir(path(), { recursive: true })
    const file = open()
    expect(file.read()).toBe(null)
    expect(() => file.write({ names: [] })).toThrow('own-file')
    expect(reported).toEqual([{ kind: 'own-file', reason: 'unreadable', path: path() }])
  })

  it('that cannot be written keeps its content; the user learns of it once', async () => {
    const file = open()
    file.write({ names: ['a'] })
    // A full disk and a read-only folder look alike: no new file can be made.
    await rm(join(folder, 'data'), { recursive: true })
    await writeFile(join(folder, 'data'), 'a file in place of the folder')
    const thrown = [1, 2].map(() => {
      try {
        file.write({ names: ['b'] })
        return null
      } catch (error) {
        return faultOf(error)
      }
    })
    const fault = { kind: 'own-file', reason: 'not-written', path: path() }
    expect(thrown).toEqual([fault, fault])
    expect(reported).toEqual([fault])
  })
})
