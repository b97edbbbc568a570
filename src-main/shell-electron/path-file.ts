import { createReadStream, type Stats } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { FaultError, type Fault } from '../../src-shared/protocol/fault'
import type { FileSource } from '../core/file-source'

type Reason = Extract<Fault, { kind: 'file' }>['reason']

/**
 * A file on this machine's disk, as it was when the user gave it.
 * @throws FaultError `file` when it is no file, empty or unreadable
 */
export async function pathFile(path: string): Promise<FileSource> {
  const name = basename(path)
  const refuse = (reason: Reason) => new FaultError({ kind: 'file', reason, name })
  const given = await stat(path).catch(() => {
    throw refuse('gone')
  })
  if (given.isDirectory()) throw refuse('folder')
  if (!given.isFile()) throw refuse('unreadable')
  if (given.size === 0) throw refuse('empty')
  await access(path, constants.R_OK).catch(() => {
    throw refuse('unreadable')
  })
  return {
    name,
    bytes: given.size,
    async open() {
      const now = await stat(path).catch(() => {
        throw refuse('gone')
      })
      if (!isSame(given, now)) throw refuse('changed')
      return createReadStream(path, { highWaterMark: 256 * 1024 })
    },
  }
}

const isSame = (given: Stats, now: Stats) => given.size === now.size && given.mtimeMs === now.mtimeMs
