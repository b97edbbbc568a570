import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { lstat, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockFolder, turnOf } from '../../../src-main/core/disk/folder-lock'

const moduleUrl = new URL('../../../src-main/core/disk/folder-lock.ts', import.meta.url).href

describe('the lock of a folder', () => {
  let folder: string
  const started: ChildProcess[] = []

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'folder-lock-'))
  })
  afterEach(async () => {
    for (const child of started.splice(0)) child.kill('SIGKILL')
    await rm(folder, { recursive: true })
  })

  /** Takes the lock in another process. @returns `taken` or the sentence, and the process */
  const take = async () => {
    const script = join(folder, 'take.mts')
    await writeFile(
      script,
      `const { lockFolder } = await import(${JSON.stringify(moduleUrl)})
      process.on('message', () => undefined)
      lockFolder(${JSON.stringify(folder)}).then(() => process.send('taken'), (error) => process.send(error.message))`,
    )
    const child = fork(script, [], { execArgv: ['--import', 'tsx'], cwd: process.cwd() })
    started.push(child)
    const [answer] = (await once(child, 'message')) as [string]
    return { answer, child }
  }

  it('is held by one process, until that ends', async () => {
    const first = await take()
    expect(first.answer).toBe('taken')
    expect((await take()).answer).toBe(`Fleetwall is already running with the folder ${folder}.`)
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')
    await lockFolder(folder)
  })

  it('is held by one of several that start at once after a kill', async () => {
    const killed = await take()
    killed.child.kill('SIGKILL')
    await once(killed.child, 'exit')
    const starts = await Promise.allSettled([1, 2, 3].map(() => lockFolder(folder)))
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  /** Has four processes take each folder at the same moment. @returns how many have each */
  const race = async (folders: readonly string[]) => {
    const script = join(folder, 'race.mts')
    await writeFile(
      script,
      `const { lockFolder } = await import(${JSON.stringify(moduleUrl)})
      process.on('message', (path) =>
        lockFolder(path).then(() => process.send(1), (error) => process.send(error.flaw === 'in-use' ? 0 : error.message)))
      process.send('ready')`,
    )
    const racers = Array.from({ length: 4 }, () =>
      fork(script, [], { execArgv: ['--import', 'tsx'], cwd: process.cwd() }),
    )
    started.push(...racers)
    await Promise.all(racers.map((child) => once(child, 'message')))
    const holders: unknown[] = []
    for (const path of folders) {
      for (const child of racers) child.send(path)
      const answers = await Promise.all(
        racers.map(async (child) => ((await once(child, 'message')) as [number])[0]),
      )
      holders.push(answers.reduce((sum, each) => sum + each, 0))
    }
    return { holders, racers }
  }
  const makeFolders = (name: string, count: number) =>
    Promise.all(
      Array.from({ length: count }, async (_, nth) => {
        const path = join(folder, `${name} ${nth}`)
        await mkdir(path)
        return path
      }),
    )
  /** Leaves the lock of a process that was killed. */
  const leaveLock = async (path: string) => {
    const server = createServer().listen(join(path, 'dead'))
    await once(server, 'listening')
    await rename(join(path, 'dead'), join(path, 'lock'))
    server.close()
  }

  it.skipIf(process.platform === 'win32')(
    'is held by one of several processes that start at one moment, also after a kill',
    async () => {
      const [free, killed] = [await makeFolders('free', 10), await makeFolders('killed', 20)]
      for (const path of killed) await leaveLock(path)
      const { holders, racers } = await race([...free, ...killed])
      expect(holders).toEqual(Array(30).fill(1))
      for (const path of [...free, ...killed]) expect(await readdir(path)).toEqual(['lock'])
      for (const child of racers) child.kill('SIGKILL')
      await Promise.all(racers.map((child) => once(child, 'exit')))
      expect((await race([...free, ...killed])).holders).toEqual(Array(30).fill(1))
    },
    60_000,
  )

  it.skipIf(process.platform === 'win32')(
    'can be taken over from a start that was killed midway',
    async () => {
      await leaveLock(folder)
      const { ino, ctimeNs } = await lstat(join(folder, 'lock'), { bigint: true })
      // Another start was about to replace it.
      await writeFile(join(folder, 'lock-12345678'), '')
      await writeFile(turnOf(join(folder, 'lock'), `${ino} ${ctimeNs}`), '')
      await lockFolder(folder)
      await expect(lockFolder(folder)).rejects.toThrow(/^Fleetwall is already running/)
      expect(await readdir(folder)).toEqual(['lock'])
    },
  )

  it.skipIf(process.platform === 'win32')('names what stands in the place of its file', async () => {
    await mkdir(join(folder, 'lock'))
    await expect(lockFolder(folder)).rejects.toThrow(
      /^The file \/\S+\/lock can’t be used \((EISDIR|ERR_FS_EISDIR)\)\.$/,
    )
  })

  it.skipIf(process.platform === 'win32')('replaces a link that leads nowhere', async () => {
    await symlink('lock', join(folder, 'lock'))
    await lockFolder(folder)
    await expect(lockFolder(folder)).rejects.toThrow(/^Fleetwall is already running/)
  })

  it('works in a folder with a long name', async () => {
    const long = join(folder, 'a'.repeat(120))
    await mkdir(long)
    await lockFolder(long)
    await expect(lockFolder(long)).rejects.toThrow(/^Fleetwall is already running/)
  })
})
