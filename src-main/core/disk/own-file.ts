import {
  appendFileSync,
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import type { Fault } from '../../../src-shared/protocol/fault'
import { makeFolderSync } from './make-folder'

export type OwnFileFault = Extract<Fault, { kind: 'own-file' }>

/** Shows the user what became of one of Fleetwall's own files. */
export type ReportFile = (fault: OwnFileFault) => void

const passing: readonly unknown[] = ['EBUSY', 'EPERM', 'EMFILE', 'ENFILE', 'EAGAIN']
const mostBytes = 16 * 1024 * 1024
const partBytes = 1024 * 1024
const tries = 4
const betweenTriesMs = 15

export const backupOf = (path: string) => `${path}.bak`
export const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
/** Whether an error may go by itself: another program, such as a virus scanner, has the file open. */
export const isPassing = (error: unknown) => passing.includes(codeOf(error))

/** Reads a file of at most 16 MiB. Refuses anything but a regular file: a pipe would block. @throws Error */
export function readOwnFile(path: string): string {
  return again(() => {
    const found = statSync(path)
    if (!found.isFile() || found.size > mostBytes) throw new Error('not a file of ours')
    return readFileSync(path, 'utf8')
  })
}

/**
 * Reads the lines of a file of any size, a part of it at a time. Leaves out lines of more than 1 MiB.
 * @throws Error, also for what is no file
 */
export function* readOwnLines(path: string): Generator<string> {
  if (!statSync(path).isFile()) throw new Error('not a file of ours')
  const file = openSync(path, 'r')
  try {
    const part = Buffer.allocUnsafe(partBytes)
    const decoder = new StringDecoder('utf8')
    let begun = ''
    for (let bytes = readSync(file, part); bytes > 0; bytes = readSync(file, part)) {
      const lines = (begun + decoder.write(part.subarray(0, bytes))).split('\n')
      begun = lines.pop() ?? ''
      yield* lines
      if (begun.length > partBytes) begun = ''
    }
    yield begun
  } finally {
    closeSync(file)
  }
}

/** Opens a file for its user alone, to append. Refuses anything but a regular file: a pipe would block. @throws Error */
export function openToAppend(path: string): number {
  const { O_APPEND, O_CREAT, O_NONBLOCK, O_WRONLY } = constants
  const file = openSync(path, O_APPEND | O_CREAT | O_NONBLOCK | O_WRONLY, 0o600)
  if (fstatSync(file).isFile()) return file
  closeSync(file)
  throw new Error('not a file of ours')
}

/** Appends to a file, and creates it. @throws Error */
export function appendToOwnFile(path: string, text: string): void {
  const file = openToAppend(path)
  try {
    appendFileSync(file, text)
  } finally {
    closeSync(file)
  }
}

/**
 * Replaces a file as a whole: a kill at any moment and a power cut leave the old content or the new. Creates its folder.
 * @param hasBackup keeps the old content as `.bak`
 * @throws Error
 */
export function replaceOwnFile(path: string, text: string, hasBackup = false): void {
  again(() => replace(path, text, hasBackup))
}

/** Removes what a kill in the middle of `replaceOwnFile` has left; not what a running process is writing. */
export function removeLeftovers(path: string): void {
  const folder = dirname(path)
  const begin = `${basename(path)}.`
  try {
    for (const name of readdirSync(folder)) {
      const writer = /^(?:bak\.)?(\d+)-\d+\.new$/.exec(
        name.startsWith(begin) ? name.slice(begin.length) : '',
      )?.[1]
      if (writer && !isRunning(Number(writer))) rmSync(join(folder, name), { force: true })
    }
  } catch {
    // The folder is missing, or read-only: then nothing can be written either.
  }
}

/** Whether a process other than this one has an id. */
function isRunning(id: number): boolean {
  if (id === process.pid) return false
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/**
 * Keeps a file under another name, which the user sees, so that the next write does not destroy it.
 * @param move copies it, where the file stays in use
 * @throws Error
 */
export function setOwnFileAside(
  path: string,
  report: ReportFile,
  move: (from: string, to: string) => void = renameSync,
): void {
  const kept = `${path}.unreadable-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  again(() => move(path, kept))
  report({ kind: 'own-file', reason: 'set-aside', path: kept })
}

/** Repeats an operation for a moment that fails because another program has the file. */
function again<Result>(operation: () => Result): Result {
  for (let left = tries - 1; ; left--) {
    try {
      return operation()
    } catch (error) {
      if (left === 0 || !isPassing(error)) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, betweenTriesMs)
    }
  }
}

let writes = 0

function replace(path: string, text: string, hasBackup: boolean): void {
  const folder = dirname(path)
  makeFolderSync(folder)
  const next = `${path}.${process.pid}-${++writes}.new`
  try {
    const file = openSync(next, 'wx', 0o600)
    try {
      writeFileSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    if (hasBackup) keepLast(path)
    renameSync(next, path)
  } catch (error) {
    rmSync(next, { force: true })
    throw error
  }
  syncFolder(folder)
}

/**
 * Keeps the content before this write. A missing one is no reason not to write. The backup is replaced, never opened: in
 * place of it may be a pipe, whose writer would wait.
 */
function keepLast(path: string): void {
  const kept = `${backupOf(path)}.${process.pid}-${writes}.new`
  try {
    copyFileSync(path, kept, constants.COPYFILE_EXCL)
    renameSync(kept, backupOf(path))
  } catch (error) {
    rmSync(kept, { force: true })
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

/** Makes a rename survive a power cut. Windows cannot open folders. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
