import type { BigIntStats } from 'node:fs'
import { open, stat, type FileHandle } from 'node:fs/promises'
import { basename } from 'node:path'
import { FaultError, type Fault } from '../../src-shared/protocol/fault'
import type { FileSource, OpenedFile } from '../core/file-source'

type Reason = Extract<Fault, { kind: 'file' }>['reason']

const readAtOnceBytes = 256 * 1024

/**
 * A file on this machine's disk, as it was when the user gave it.
 * @throws FaultError `file` when it is no file, empty or unreadable
 */
export async function pathFile(path: string): Promise<FileSource> {
  const name = basename(path)
  const refuse = (reason: Reason) => new FaultError({ kind: 'file', reason, name })
  const refuseAsSaid = (error: unknown) => refuse(isGone(error) ? 'gone' : 'unreadable')
  const openHandle = () =>
    open(path, 'r').catch((error: unknown) => {
      throw refuseAsSaid(error)
    })

  // To open what is no file may take until somebody writes to it.
  const found = await stat(path).catch((error: unknown) => {
    throw refuseAsSaid(error)
  })
  if (found.isDirectory()) throw refuse('folder')
  if (!found.isFile()) throw refuse('unreadable')
  if (found.size === 0) throw refuse('empty')
  const given = await withHandle(await openHandle(), (handle) => handle.stat({ bigint: true }))

  return {
    name,
    bytes: Number(given.size),
    async open() {
      const handle = await openHandle()
      try {
        return await openedFile(handle, given, refuse)
      } catch (thrown) {
        await handle.close()
        throw thrown
      }
    },
  }
}

async function openedFile(
  handle: FileHandle,
  given: BigIntStats,
  refuse: (reason: Reason) => FaultError,
): Promise<OpenedFile> {
  const check = async () => {
    if (!isSame(given, await handle.stat({ bigint: true }))) throw refuse('changed')
  }
  await check()
  const body = handle.createReadStream({ autoClose: false, highWaterMark: readAtOnceBytes })
  return {
    body,
    check,
    async close() {
      body.destroy()
      await handle.close()
    },
  }
}

async function withHandle<Result>(handle: FileHandle, use: (handle: FileHandle) => Promise<Result>) {
  try {
    return await use(handle)
  } finally {
    await handle.close()
  }
}

const isGone = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'
const isSame = (given: BigIntStats, now: BigIntStats) =>
  given.size === now.size && given.mtimeNs === now.mtimeNs
