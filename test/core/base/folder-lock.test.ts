import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockFolder } from '../../../src-main/core/base/folder-lock'

const moduleUrl = new URL('../../../src-main/core/base/folder-lock.ts', import.meta.url).href

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
  const take = async (path = folder) => {
    const script = join(folder, 'take.mts')
    await writeFile(
      script,
      `const { lockFolder } = await import(${JSON.stringify(moduleUrl)})
      process.on('message', () => undefined)
      lockFolder(${JSON.stringify(path)}).then(() => process.send('taken'), (error) => process.send(error.message))`,
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
    expect((await take()).answer).toBe('taken')
  })

  it('is held by one of several that start at once after a kill', async () => {
    const killed = await take()
    killed.child.kill('SIGKILL')
    await once(killed.child, 'exit')
    const starts = await Promise.allSettled([1, 2, 3].map(() => lockFolder(folder)))
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

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
    expect((await take(long)).answer).toBe('taken')
    expect((await take(long)).answer).toMatch(/^Fleetwall is already running/)
  })
})
