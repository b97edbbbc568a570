import { copyFileSync } from 'node:fs'
import { FaultError } from '../../../src-shared/protocol/fault'
import {
  backupOf,
  codeOf,
  readOwnFile,
  removeLeftovers,
  replaceOwnFile,
  setOwnFileAside,
  type OwnFileFault,
  type ReportFile,
} from './own-file'

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
  /** Another process may be writing the file: reading it moves and removes nothing, and it is never written. */
  isReadOnly?: boolean
}

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
    const { path, hasBackup, isReadOnly } = this.#options
    if (!isReadOnly) removeLeftovers(path)
    try {
      const text = readOwnFile(path)
      const parsed = this.#parse(text)
      if (parsed) return parsed.content
      this.#setAside()
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
      replaceOwnFile(path, `${JSON.stringify({ version, ...content }, null, 2)}\n`, hasBackup)
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
    const { version, check } = this.#options
    let lost = 0
    try {
      const json = JSON.parse(text) as unknown
      if (versionOf(json) > version) this.#leaveAlone('newer')
      const content = check(withoutVersion(json), () => (lost += 1))
      if (lost > 0 && !this.#leftAlone) this.#setAside(copyFileSync)
      return { content }
    } catch {
      return null
    }
  }

  #readBackup(): Content | null {
    try {
      return this.#parse(readOwnFile(backupOf(this.#options.path)))?.content ?? null
    } catch {
      return null
    }
  }

  #setAside(move?: (from: string, to: string) => void): void {
    const { path, report, isReadOnly } = this.#options
    if (isReadOnly) return this.#leaveAlone('unreadable')
    try {
      setOwnFileAside(path, report, move)
    } catch {
      this.#leaveAlone('unreadable')
    }
  }

  #leaveAlone(reason: 'unreadable' | 'newer'): void {
    this.#leftAlone = { kind: 'own-file', reason, path: this.#options.path }
    this.#options.report(this.#leftAlone)
  }
}

/** The version is this file's own, not the content's. */
function withoutVersion(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json
  return Object.fromEntries(Object.entries(json).filter(([key]) => key !== 'version'))
}

function versionOf(json: unknown): number {
  const version = (json as { version?: unknown } | null)?.version
  return typeof version === 'number' ? version : 0
}
