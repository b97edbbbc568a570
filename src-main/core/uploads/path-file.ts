import type { BigIntStats } from 'node:fs'
import { open, stat, type FileHandle } from 'node:fs/promises'
import { basename } from 'node:path'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import type { FileSource, OpenedFile } from './file-source'

type Reason = Extract<Fault, { kind: 'file' }>['reason']

// Large pieces cost less CPU per byte; on a slow line, small ones make the progress visible.
const [minBytes, maxBytes] = [64 * 1024, 1024 * 1024]
const [fastMs, slowMs] = [20, 200]

/**
 * Makes a source from a file on disk, which must stay as it was when the user gave it.
 * @throws FaultError `file` for anything but a file, and for an empty or unreadable one
 */
export async function pathFile(path: string): Promise<FileSource> {
  const name = basename(path)
  const refuse = (reason: Reason) => new FaultError({ kind: 'file', reason, name })
  const refuseFor = (error: unknown) => refuse(isGone(error) ? 'gone' : 'unreadable')
  const openHandle = () =>
    open(path, 'r').catch((error: unknown) => {
      throw refuseFor(error)
    })

  // Opening a named pipe would wait for its writer.
  const found = await stat(path).catch((error: unknown) => {
    throw refuseFor(error)
  })
  if (found.isDirectory()) throw refuse('folder')
  if (!found.isFile()) throw refuse('unreadable')
  if (found.size === 0) throw refuse('empty')
  const given = await withHandle(await openHandle(), (handle) => handle.stat({ bigint: true }))

  return {
    name,
    path,
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

/** Reads one piece ahead. Two buffers take turns, so memory stays constant. */
async function* readPieces(handle: FileHandle): AsyncGenerator<Buffer> {
  let size = minBytes
  const ahead = (buffer: Buffer) => {
    const reading = handle.read(buffer, 0, size, null)
    // The reader may have stopped and never await this.
    reading.catch(() => undefined)
    return reading
  }
  let [next, spare] = [Buffer.allocUnsafeSlow(maxBytes), Buffer.allocUnsafeSlow(maxBytes)]
  let reading = ahead(next)
  for (;;) {
    const { bytesRead } = await reading
    if (bytesRead === 0) return
    const piece = next.subarray(0, bytesRead)
    ;[next, spare] = [spare, next]
    reading = ahead(next)
    const yieldedAt = performance.now()
    yield piece
    const tookMs = performance.now() - yieldedAt
    if (tookMs < fastMs) size = Math.min(maxBytes, size * 2)
    else if (tookMs > slowMs) size = Math.max(minBytes, size / 2)
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
