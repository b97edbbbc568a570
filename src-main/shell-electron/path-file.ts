import type { BigIntStats } from 'node:fs'
import { open, stat, type FileHandle } from 'node:fs/promises'
import { basename } from 'node:path'
import { FaultError, type Fault } from '../../src-shared/protocol/fault'
import type { FileSource, OpenedFile } from '../core/uploads/file-source'

type Reason = Extract<Fault, { kind: 'file' }>['reason']

// Large pieces are fast: each costs the program a turn. On a slow line small ones let it be seen how far it is.
const [leastBytes, mostBytes] = [64 * 1024, 1024 * 1024]
const [fastMs, slowMs] = [20, 200]

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
  return { pieces: readPieces(handle), check, close: () => handle.close() }
}

/** Reads one piece ahead. Two buffers take turns: memory does not grow with the file, nor with how fast it is read. */
async function* readPieces(handle: FileHandle): AsyncGenerator<Buffer> {
  let size = leastBytes
  const ahead = (buffer: Buffer) => {
    const reading = handle.read(buffer, 0, size, null)
    // Nobody may ask for it any more.
    reading.catch(() => undefined)
    return reading
  }
  let [next, spare] = [Buffer.allocUnsafeSlow(mostBytes), Buffer.allocUnsafeSlow(mostBytes)]
  let reading = ahead(next)
  for (;;) {
    const { bytesRead } = await reading
    if (bytesRead === 0) return
    const piece = next.subarray(0, bytesRead)
    ;[next, spare] = [spare, next]
    reading = ahead(next)
    const handedAt = performance.now()
    yield piece
    const tookMs = performance.now() - handedAt
    if (tookMs < fastMs) size = Math.min(mostBytes, size * 2)
    else if (tookMs > slowMs) size = Math.max(leastBytes, size / 2)
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
