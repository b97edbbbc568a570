import { closeSync, writeSync } from 'node:fs'
import { z } from 'zod'
import type { LeftWork } from '../../../src-shared/features/history'
import { type Clock, isInstant } from '../time/clock'
import {
  codeOf,
  openToAppend,
  readOwnLines,
  removeLeftovers,
  replaceOwnFile,
  setOwnFileAside,
  type ReportFile,
} from './own-file'

const version = 1
// A longer journal is written again, without what has ended.
const mostBytes = 4 * 1024 * 1024
const longestName = 256

/** What the journal keeps of an upload, a step or a phone’s flow: no content and no key. */
export type WorkInHand = Omit<LeftWork, 'at' | 'outcome'>
/** `under-way` from when the phone may have it; `done` and `failed` are still told while they belong to more that goes on. */
export type WorkState = 'waiting' | 'under-way' | 'done' | 'failed' | 'ended'
/** Notes the state of a piece of work. Never throws; a state that is known already is not written again. */
export type NoteWork = (work: WorkInHand, state: WorkState) => void

/** Remembers in a file what is under way, for the next start after a crash or a kill. */
export interface Journal {
  /** What had not ended when the program last did, until it is dismissed. */
  readonly left: readonly LeftWork[]
  readonly note: NoteWork
  /** Forgets what was left. */
  dismiss(): void
  /** Writes what is noted. What is noted later is dropped. */
  close(): void
}

export interface JournalOptions {
  clock: Pick<Clock, 'now'>
  /** Absolute. */
  path: string
  /** Called once for each spell of failed writes, such as on a full disk; the work goes on. */
  onFailed: (error: unknown) => void
  report: ReportFile
}

const outcomes = ['not-sent', 'unknown', 'failed', 'done'] as const
const outcomeOf = { waiting: 'not-sent', 'under-way': 'unknown', failed: 'failed', done: 'done' } as const
const name = z.string().max(longestName)
const instant = z.number().refine(isInstant)
const begunSchema = z.object({
  id: name,
  kind: z.enum(['upload', 'recording', 'edit', 'launch', 'act', 'flow']),
  what: name,
  publicId: name,
  deviceName: name,
  at: instant,
  outcome: z.enum(outcomes),
})
const changedSchema = z.object({
  id: name,
  at: instant,
  outcome: z.enum([...outcomes, 'ended']),
})
const headSchema = z.object({ version: z.literal(version) })

const lineOf = (content: unknown) => `${JSON.stringify(content)}\n`
const head = lineOf({ version })

/** Null for a torn or damaged line. */
function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** @returns the work that has not ended, by id; null when a newer version wrote the journal */
function readLeft(lines: Generator<string>): Map<string, LeftWork> | null {
  const left = new Map<string, LeftWork>()
  let isFirst = true
  for (const line of lines) {
    if (isFirst && !headSchema.safeParse(parse(line)).success) return null
    isFirst = false
    const content = parse(line)
    const begun = begunSchema.safeParse(content)
    if (begun.success) {
      left.set(begun.data.id, begun.data)
      continue
    }
    const { data } = changedSchema.safeParse(content)
    const known = data && left.get(data.id)
    if (!known) continue
    const { at, outcome } = data
    if (outcome === 'ended') left.delete(data.id)
    else left.set(data.id, { ...known, at, outcome })
  }
  return left
}

const cut = (text: string) => text.slice(0, longestName)

/**
 * Opens the journal: one line of JSON for each change, written before the next turn of the event loop. So a killed process
 * has told all but what it had just begun.
 */
export function openJournal({ clock, path, onFailed, report }: JournalOptions): Journal {
  const inHand = new Map<string, LeftWork>()
  let left: readonly LeftWork[] = []
  let file: number | null = null
  let bytes = 0
  let compactAt = mostBytes
  let lines: string[] = []
  let isFailing = false
  let isClosed = false

  /** Replaces the file by what has not ended. @throws Error of the file system */
  const compact = () => {
    const text = head + [...left, ...inHand.values()].map(lineOf).join('')
    if (file !== null) closeSync(file)
    file = null
    replaceOwnFile(path, text)
    file = openToAppend(path)
    bytes = Buffer.byteLength(text)
    compactAt = Math.max(mostBytes, 2 * bytes)
  }
  const append = (descriptor: number, text: string) => {
    const written = writeSync(descriptor, text)
    bytes += written
    if (written < Buffer.byteLength(text)) throw new Error('the journal could not be written whole')
  }
  const attempt = (how: () => void) => {
    try {
      how()
      isFailing = false
    } catch (error) {
      if (!isFailing) onFailed(error)
      isFailing = true
    }
  }
  const flush = () => {
    if (lines.length === 0) return
    const text = lines.join('')
    lines = []
    attempt(() => {
      // After a failure the last line may be torn.
      if (file === null || isFailing || bytes > compactAt) compact()
      else append(file, text)
    })
  }
  const write = (content: unknown) => {
    if (lines.length === 0) queueMicrotask(flush)
    lines.push(lineOf(content))
  }

  /** Null when there is no journal. One that this version cannot read is set aside. */
  const read = () => {
    try {
      const found = readLeft(readOwnLines(path))
      if (found) return found
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null
    }
    setOwnFileAside(path, report)
    return new Map<string, LeftWork>()
  }
  removeLeftovers(path)
  attempt(() => {
    const found = read()
    if (!found) return
    left = [...found.values()]
    compact()
  })

  return {
    get left() {
      return left
    },
    note(work, state) {
      if (isClosed) return
      const { id } = work
      const known = inHand.get(id)
      const at = clock.now()
      if (state === 'ended') {
        if (inHand.delete(id)) write({ id, at, outcome: 'ended' })
        return
      }
      const outcome = outcomeOf[state]
      if (known?.outcome === outcome) return
      const [what, deviceName] = [cut(work.what), cut(work.deviceName)]
      const next: LeftWork = { ...work, what, deviceName, at, outcome }
      inHand.set(id, next)
      write(known ? { id, at, outcome } : next)
    },
    dismiss() {
      left = []
      lines = []
      attempt(compact)
    },
    close() {
      flush()
      isClosed = true
      if (file !== null) closeSync(file)
      file = null
    },
  }
}
