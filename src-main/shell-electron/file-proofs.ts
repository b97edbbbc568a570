import { randomInt, randomUUID } from 'node:crypto'
import { open, realpath } from 'node:fs/promises'
import { basename, sep } from 'node:path'
import type { FileProbe } from '../../src-shared/features/offered-file'
import { FaultError } from '../../src-shared/protocol/fault'
import { isNetworkPath } from '../core/disk/desktop-files'
import type { FileSource } from '../core/uploads/file-source'
import { pathFile } from '../core/uploads/path-file'

const wholeUpToBytes = 64 * 1024
const sampleBytes = 4096
const samples = 8
const mostPending = 20_000

interface Pending {
  path: string
  source: FileSource
  probe: FileProbe
}

/**
 * Takes a path from a page only with proof that the user gave the page this file: Chromium lets a page read only files
 * that were dropped or picked, so the page must know the bytes at places that are chosen here. A page that is taken over
 * could name any path.
 */
export interface FileProofs {
  /** Chooses what the page has to read. @throws FaultError `file` for anything but a readable file outside our own folder */
  ask(path: string): Promise<FileProbe>
  /** Compares the bytes of each range with the file. A probe is good for one answer. @throws FaultError `file` */
  check(id: string, bytes: readonly Uint8Array[]): Promise<FileSource>
}

/** @param ownFolder the user-data folder, whose files are never given away */
export function createFileProofs(
  ownFolder: string,
  platform: NodeJS.Platform = process.platform,
): FileProofs {
  const pending = new Map<string, Pending>()

  return {
    async ask(path) {
      if (isNetworkPath(path, platform)) throw unreadable(basename(path))
      const source = await pathFile(path)
      const { name } = source
      const inOwnFolder = `${await realpath(path)}${sep}`.startsWith(`${await realpath(ownFolder)}${sep}`)
      if (inOwnFolder || pending.size >= mostPending) throw unreadable(name)
      const probe = { id: randomUUID(), ranges: rangesOf(source.bytes) }
      pending.set(probe.id, { path, source, probe })
      return probe
    },
    async check(id, bytes) {
      const asked = pending.get(id)
      pending.delete(id)
      if (!asked) throw unreadable('')
      const { path, source, probe } = asked
      if (!(await holds(path, probe, bytes))) throw unreadable(source.name)
      return source
    },
  }
}

const unreadable = (name: string) => new FaultError({ kind: 'file', reason: 'unreadable', name })

/** Returns the whole of a small file, else its ends and places between that cannot be guessed. */
function rangesOf(bytes: number): FileProbe['ranges'] {
  if (bytes <= wholeUpToBytes) return [{ start: 0, end: bytes }]
  const last = bytes - sampleBytes
  const starts = [0, last, ...Array.from({ length: samples }, () => randomInt(Math.min(last, 2 ** 47)))]
  return starts.map((start) => ({ start, end: start + sampleBytes }))
}

async function holds(path: string, { ranges }: FileProbe, bytes: readonly Uint8Array[]): Promise<boolean> {
  const file = await open(path, 'r').catch(() => null)
  if (!file) return false
  try {
    for (const [at, { start, end }] of ranges.entries()) {
      const given = bytes[at]
      if (given?.byteLength !== end - start) return false
      const { bytesRead, buffer } = await file.read(Buffer.alloc(end - start), 0, end - start, start)
      if (bytesRead !== end - start || !buffer.equals(given)) return false
    }
    return bytes.length === ranges.length
  } finally {
    await file.close()
  }
}
