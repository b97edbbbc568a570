import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname, join, parse } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { FaultError, type NotSavedReason } from '../../../src-shared/protocol/fault'
import { makeFolder } from './make-folder'
import { isPassing } from './own-file'

const mostOfOneName = 10_000
const renameTries = 4
const betweenTriesMs = 50
const reasons: Readonly<Record<string, NotSavedReason>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EACCES: 'not-allowed',
  EPERM: 'not-allowed',
  EROFS: 'not-allowed',
  ENOTDIR: 'no-folder',
  EEXIST: 'no-folder',
}

/** A file that was created a moment ago, open for writing. */
export interface NewFile {
  path: string
  file: FileHandle
}

/** Makes a fault of an error while writing in a folder. */
export function notSaved(folder: string, error: unknown): FaultError {
  const { code = '', message: detail } = error as NodeJS.ErrnoException
  return new FaultError({ kind: 'not-saved', folder, why: reasons[code] ?? 'failed', detail })
}

/**
 * Creates a file in a folder, and the folders it needs. Never overwrites.
 * @param nameOf the name within the folder; it is asked for number 2 when the first name is taken, and so on
 * @param mode its permissions on Linux and macOS
 * @throws FaultError `not-saved`
 */
export async function createFile(
  folder: string,
  nameOf: (number: number) => string,
  mode = 0o666,
): Promise<NewFile> {
  for (let number = 1; ; number += 1) {
    const path = join(folder, nameOf(number))
    // A file where a folder should be is no taken name.
    await makeFolder(dirname(path)).catch((error: unknown) => {
      throw notSaved(folder, error)
    })
    try {
      return { path, file: await open(path, 'wx', mode) }
    } catch (error) {
      const isTaken = (error as NodeJS.ErrnoException).code === 'EEXIST'
      if (!isTaken || number === mostOfOneName) throw notSaved(folder, error)
    }
  }
}

/**
 * Creates a file with its content. A kill leaves at most a part of it, whose name ends in `.new`, or in the moment of the
 * renaming the whole of it under that name.
 * @param nameOf and mode as `createFile`
 * @returns its path
 * @throws FaultError `not-saved`
 */
export async function createWholeFile(
  folder: string,
  nameOf: (number: number) => string,
  bytes: Uint8Array,
  mode?: number,
): Promise<string> {
  const part = await createPart(folder, nameOf, mode)
  try {
    await part.file.writeFile(bytes)
    await part.file.close()
    return await giveName(part.path, folder, nameOf, mode)
  } catch (error) {
    await part.file.close().catch(() => undefined)
    await rm(part.path, { force: true }).catch(() => undefined)
    throw error instanceof FaultError ? error : notSaved(folder, error)
  }
}

/** Creates a file for a content that is not whole yet: its name ends in `.new`. @throws FaultError `not-saved` */
export const createPart = (folder: string, nameOf: (number: number) => string, mode?: number) =>
  createFile(folder, (number) => `${nameOf(number)}.new`, mode)

/**
 * Gives a closed part, which is whole now, a free name in its folder.
 * @param nameOf and mode as `createFile`
 * @returns its path
 * @throws FaultError `not-saved`
 */
export async function giveName(
  part: string,
  folder: string,
  nameOf: (number: number) => string,
  mode?: number,
): Promise<string> {
  const whole = await createFile(folder, nameOf, mode)
  try {
    await whole.file.close()
    await renameOver(part, whole.path)
    return whole.path
  } catch (error) {
    await rm(whole.path, { force: true }).catch(() => undefined)
    throw notSaved(folder, error)
  }
}

/** Tries again for a moment while another program has one of the files open, as happens on Windows. */
export async function renameOver(from: string, to: string): Promise<void> {
  for (let left = renameTries - 1; ; left -= 1) {
    try {
      return await rename(from, to)
    } catch (error) {
      if (left === 0 || !isPassing(error)) throw error
      await setTimeout(betweenTriesMs)
    }
  }
}

/**
 * Saves a file in a folder, and creates the folder if needed. Never overwrites: a taken name gets a number.
 * @param name with its extension
 * @param mode as `createFile`
 * @returns its path
 * @throws FaultError `not-saved`
 */
export function saveFile(folder: string, name: string, bytes: Uint8Array, mode?: number): Promise<string> {
  const { name: stem, ext } = parse(name)
  const nameOf = (number: number) => (number === 1 ? name : `${stem} (${number})${ext}`)
  return createWholeFile(folder, nameOf, bytes, mode)
}
