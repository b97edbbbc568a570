import { randomUUID } from 'node:crypto'
import { constants, writeSync } from 'node:fs'
import { access, lstat, mkdir, open, realpath, rm, stat, type FileHandle } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { makeFolder } from './make-folder'
import { codeOf } from './own-file'
import { renameOver } from './save-file'

/** What a file is made of: a whole, or its parts in their order. */
export type Content = string | Uint8Array | Iterable<string> | AsyncIterable<string>

const sentences: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EEXIST: 'a part of its path is a file',
  EROFS: 'the disk is read-only',
  ENOENT: 'its folder is missing',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is a file',
  ENXIO: 'nothing reads it',
  ENAMETOOLONG: 'its name is too long',
}
// A full disk often takes an empty file.
const probe = Buffer.alloc(4096)
// A reader of a pipe may begin a moment later.
const readerWaitMs = 5000
const betweenLooksMs = 50
const ownOutputs: Readonly<Record<string, 'stdout' | 'stderr'>> = {
  '/dev/stdout': 'stdout',
  '/dev/fd/1': 'stdout',
  '/proc/self/fd/1': 'stdout',
  '/dev/stderr': 'stderr',
  '/dev/fd/2': 'stderr',
  '/proc/self/fd/2': 'stderr',
}

/** Says in words why a file can't be written. */
export const sayWriteFault = (path: string, error: unknown): string =>
  `can’t write ${path}: ${sentences[codeOf(error) ?? ''] ?? codeOf(error) ?? (error as Error).message}`

/**
 * Writes a file as a whole, outside of Fleetwall's own folder; the one way to do so. It replaces what has the name, also a
 * link, which it never follows. A kill leaves the old content or the new. A device or a pipe is written to as it is.
 * @param path absolute; its folder is there
 * @param mode its permissions on Linux and macOS; as they were without it
 * @throws Error of the file system
 */
export async function writeOut(path: string, content: Content, mode?: number): Promise<void> {
  const own = ownOutputs[path]
  if (own) return writeToOutput(process[own], content)
  if (await isDevice(path)) return writeToDevice(path, content)
  const found = await replaceable(path)
  const { path: part, file } = await openPart(dirname(path), mode ?? found)
  try {
    try {
      // Another user's umask must not take what is asked for, and an older file's must stay.
      if (mode !== undefined || found !== undefined) await file.chmod(mode ?? found ?? 0)
      for await (const bytes of partsOf(content)) await file.appendFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await renameOver(part, path)
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined)
    throw error
  }
}

/**
 * Finds out before a long work whether `writeOut` could write a file now. Creates its folder, and leaves no file.
 * @returns why not, in words; null when it could
 */
export async function whyNotWritable(path: string): Promise<string | null> {
  try {
    if (ownOutputs[path]) return null
    if (await isDevice(path)) await probeDevice(path)
    else {
      await makeFolder(dirname(path))
      await replaceable(path)
      // A name that is too long is found here.
      await lstat(path).catch(ignore('ENOENT'))
      await probeFolder(dirname(path))
    }
    return null
  } catch (error) {
    return sayWriteFault(path, error)
  }
}

/** Returns why no file can be created in a folder, in words; null when one can. Creates the folder. */
export async function whyNoFiles(folder: string): Promise<string | null> {
  try {
    await makeFolder(folder)
    await probeFolder(folder)
    return null
  } catch (error) {
    return sayWriteFault(folder, error)
  }
}

/**
 * Creates a folder below another. Nothing on the way may be a link, which would lead elsewhere.
 * @param folder absolute; it may be a link
 * @param parts the names of the folders below it
 * @returns its path
 * @throws Error whose message is a sentence for a link, else of the file system
 */
export async function makeFolderInside(folder: string, parts: readonly string[]): Promise<string> {
  await makeFolder(folder)
  let at = await realpath(folder)
  for (const part of parts) {
    at = join(at, part)
    await mkdir(at).catch(ignore('EEXIST'))
    if ((await lstat(at)).isSymbolicLink()) throw new Error(`${at} is a link: results go into folders alone.`)
  }
  return at
}

/** Creates a file to write while it grows, in place of what has the name. Never follows a link. @throws Error */
export async function openNew(path: string): Promise<FileHandle> {
  await rm(path, { force: true })
  return open(path, 'wx')
}

function ignore(code: string): (error: unknown) => null {
  return (error) => {
    if (codeOf(error) === code) return null
    throw error
  }
}

async function* partsOf(content: Content): AsyncGenerator<string | Uint8Array> {
  if (typeof content === 'string' || content instanceof Uint8Array) yield content
  else yield* content
}

/** Whether a path names something that can't be replaced: a device, a pipe, or a link of the system's to one. */
async function isDevice(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => null)
  if (!found || found.isFile() || found.isDirectory()) return false
  if (!found.isSymbolicLink()) return true
  const folder = await realpath(dirname(path)).catch(() => '')
  return folder === '/dev' || folder.startsWith(`/proc${sep}`)
}

/** @returns the permissions of the file that has the name; undefined when there is none @throws Error when it has to stay */
async function replaceable(path: string): Promise<number | undefined> {
  const found = await lstat(path).catch(ignore('ENOENT'))
  if (found?.isDirectory()) throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' })
  if (!found?.isFile()) return undefined
  await access(path, constants.W_OK)
  return found.mode & 0o777
}

async function openPart(folder: string, mode?: number): Promise<{ path: string; file: FileHandle }> {
  const path = join(folder, `.fleetwall-${randomUUID()}.new`)
  return { path, file: await open(path, 'wx', mode) }
}

async function probeFolder(folder: string): Promise<void> {
  const { path, file } = await openPart(folder)
  try {
    await file.appendFile(probe)
    await file.sync()
  } finally {
    await file.close().catch(() => undefined)
    await rm(path, { force: true })
  }
}

/** A pipe is not opened: its reader would take the closing for the end of what is written. */
async function probeDevice(path: string): Promise<void> {
  await access(path, constants.W_OK)
  const found = await stat(path)
  if (found.isSocket()) throw Object.assign(new Error('it is a socket'), { code: 'ENXIO' })
  if (!found.isCharacterDevice()) return
  const file = await open(path, constants.O_WRONLY | constants.O_NONBLOCK)
  try {
    // No byte arrives; a full device refuses even that. The other ways to write leave an empty one out.
    writeSync(file.fd, Buffer.alloc(0))
  } finally {
    await file.close()
  }
}

async function writeToDevice(path: string, content: Content): Promise<void> {
  const opened = await openDevice(path)
  try {
    for await (const bytes of partsOf(content)) await opened.appendFile(bytes)
  } finally {
    await opened.close()
  }
}

/** Opening a pipe without a reader would wait for ever. */
async function openDevice(path: string): Promise<FileHandle> {
  for (let left = readerWaitMs / betweenLooksMs; ; left -= 1) {
    try {
      const reached = await open(path, constants.O_WRONLY | constants.O_NONBLOCK)
      try {
        return await open(path, constants.O_WRONLY)
      } finally {
        await reached.close()
      }
    } catch (error) {
      if (codeOf(error) !== 'ENXIO' || left === 0) throw error
      await new Promise((resolve) => setTimeout(resolve, betweenLooksMs))
    }
  }
}

async function writeToOutput(stream: NodeJS.WriteStream, content: Content): Promise<void> {
  for await (const bytes of partsOf(content))
    await new Promise<void>((resolve, reject) =>
      stream.write(bytes, (error) => (error ? reject(error) : resolve())),
    )
}
