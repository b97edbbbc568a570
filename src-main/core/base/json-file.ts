import {
  closeSync,
  copyFileSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'

type OwnFileFault = Extract<Fault, { kind: 'own-file' }>

/** Shows the user what became of one of Fleetwall's own files. */
export type ReportFile = (fault: OwnFileFault) => void

export interface JsonFileOptions<Content> {
  /** Absolute. */
  path: string
  /** The version of the format. A file of a later version is read as far as possible and never written. */
  version: number
  /**
   * Returns the usable part of what the file holds. Calls `drop` for each entry that it leaves out.
   * @throws Error when nothing is usable
   */
  check: (content: unknown, drop: () => void) => Content
  report: ReportFile
  /** Whether the last content is kept as `.bak`, for a file that cannot be made again. */
  hasBackup?: boolean
}

// Another program, such as a virus scanner, has the file open.
const passing: readonly unknown[] = ['EBUSY', 'EPERM', 'EMFILE', 'ENFILE', 'EAGAIN']
const mostBytes = 16 * 1024 * 1024
const tries = 4
const betweenTriesMs = 15

/**
 * A JSON file in the user's folder. A write replaces it as a whole: a kill at any moment and a power cut leave the old
 * content or the new. Reads and writes are synchronous, because the files are small and written on exit too.
 */
export class JsonFile<Content> {
  readonly #options: JsonFileOptions<Content>
  /** Why the file is left as it is; null when it may be written. */
  #leftAlone: OwnFileFault | null = null
  #hasFailed = false

  constructor(options: JsonFileOptions<Content>) {
    this.#options = options
  }

  /**
   * Returns the content; null when the file is missing or unusable. Sets a file aside that cannot be parsed or has lost
   * entries, so that the next write does not destroy it. A file that cannot be read is never written.
   */
  read(): Content | null {
    const { path, hasBackup } = this.#options
    this.#removeLeftovers()
    try {
      const text = again(() => readText(path))
      const parsed = this.#parse(text)
      if (parsed) return parsed.content
      this.#setAside(path)
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') {
        this.#leaveAlone('unreadable')
        return null
      }
    }
    return hasBackup ? this.#readBackup() : null
  }

  /** Replaces the content. @throws FaultError `own-file` when it cannot be written; the old content stays */
  write(content: object): void {
    if (this.#leftAlone) throw new FaultError(this.#leftAlone)
    const { path, version, hasBackup } = this.#options
    try {
      again(() => replace(path, `${JSON.stringify({ version, ...content }, null, 2)}\n`, hasBackup))
      this.#hasFailed = false
    } catch (error) {
      const fault: OwnFileFault = { kind: 'own-file', reason: 'not-written', path }
      // Once: every change would fail in the same way.
      if (!this.#hasFailed) this.#options.report(fault)
      this.#hasFailed = true
      throw new FaultError(fault, { cause: error })
    }
  }

  #parse(text: string): { content: Content } | null {
    const { path, version, check } = this.#options
    let lost = 0
    try {
      const json = JSON.parse(text) as unknown
      if (versionOf(json) > version) this.#leaveAlone('newer')
      const content = check(json, () => (lost += 1))
      if (lost > 0 && !this.#leftAlone) this.#setAside(path, copyFileSync)
      return { content }
    } catch {
      return null
    }
  }

  #readBackup(): Content | null {
    try {
      return this.#parse(readFileSync(this.#backup, 'utf8'))?.content ?? null
    } catch {
      return null
    }
  }

  get #backup() {
    return backupOf(this.#options.path)
  }

  #setAside(path: string, move: (from: string, to: string) => void = renameSync): void {
    const kept = `${path}.unreadable-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
    try {
      again(() => move(path, kept))
    } catch {
      this.#leaveAlone('unreadable')
      return
    }
    this.#options.report({ kind: 'own-file', reason: 'set-aside', path: kept })
  }

  #leaveAlone(reason: 'unreadable' | 'newer'): void {
    this.#leftAlone = { kind: 'own-file', reason, path: this.#options.path }
    this.#options.report(this.#leftAlone)
  }

  /** Removes what a kill in the middle of a write has left. */
  #removeLeftovers(): void {
    const folder = dirname(this.#options.path)
    const begin = `${basename(this.#options.path)}.`
    try {
      for (const name of readdirSync(folder)) {
        if (name.startsWith(begin) && name.endsWith('.new')) rmSync(join(folder, name), { force: true })
      }
    } catch {
      // The folder is missing, or read-only: then nothing can be written either.
    }
  }
}

const backupOf = (path: string) => `${path}.bak`
const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

function versionOf(json: unknown): number {
  const version = (json as { version?: unknown } | null)?.version
  return typeof version === 'number' ? version : 0
}

/** Opening a pipe would wait for its writer. @throws Error */
function readText(path: string): string {
  const found = statSync(path)
  if (!found.isFile() || found.size > mostBytes) throw new Error('not a file of ours')
  return readFileSync(path, 'utf8')
}

/** Repeats an operation for a moment that fails because another program has the file. */
function again<Result>(operation: () => Result): Result {
  for (let left = tries - 1; ; left--) {
    try {
      return operation()
    } catch (error) {
      if (left === 0 || !passing.includes(codeOf(error))) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, betweenTriesMs)
    }
  }
}

let writes = 0

function replace(path: string, text: string, hasBackup = false): void {
  const folder = dirname(path)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
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

/** Keeps the content before this write. A missing one is no reason not to write. */
function keepLast(path: string): void {
  try {
    copyFileSync(path, backupOf(path))
  } catch (error) {
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
