import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  activityKinds,
  activityOutcomes,
  type ActivityEntry,
  type ActivityPart,
  type ActivityQuery,
} from '../../../src-shared/features/activity'
import { plain } from '../../../src-shared/texts/plain'
import { type Clock, isInstant } from '../time/clock'
import { createGather } from '../time/gather'
import { makeFolderSync } from '../disk/make-folder'
import { appendToOwnFile, readOwnFile, type ReportFile } from '../disk/own-file'

/** So many entries are kept in memory; older ones stay in their day's file. */
export const mostEntries = 100_000
const dayMs = 86_400_000
const writeEveryMs = 1000
// The page asks again after a change, so changes are gathered.
const reportEveryMs = 500
const linesAtOnce = 2000
// An own file is read up to 16 MiB.
const mostBytesOfDay = 15 * 1024 * 1024
// A clock that is wrong for a day must not cost the log.
const mostRemovedADay = 2
const dayFile = /^\d{4}-\d{2}-\d{2}\.jsonl$/

export interface ActivityLogOptions {
  clock: Pick<Clock, 'now' | 'after'>
  /** Holds a file for each day; absolute. */
  folder: string
  /** The days for which entries are kept. */
  days: () => number
  /** Entries were added or read. */
  onChange: () => void
  /** Called once for each spell of failed writes; entries then stay in memory. */
  onFailed: (error: unknown) => void
  /** Called once for a day whose file is full; later entries stay in memory. */
  report: ReportFile
}

/** An entry that is listed, and written once it has ended. */
export interface CountedEntry {
  /** It happened once more. */
  repeat(): void
  end(): void
}

/** What was done and what happened, of all fleets, kept for some days. */
export interface ActivityLog {
  add(entry: ActivityEntry): void
  /** Adds an entry that may happen again. Closing the log ends it. */
  count(entry: ActivityEntry): CountedEntry
  /** Resolves when the entries of earlier starts are read. */
  readonly whenRead: Promise<void>
  /** Returns entries from `offset` on, newest first. */
  list(query: ActivityQuery, offset: number, limit: number): ActivityPart
  /** Writes what was added. */
  close(): void
}

const isOneOf = (words: readonly string[], word: unknown) => typeof word === 'string' && words.includes(word)

/** Whether a line of a file, which may be damaged or of another version, is an entry. */
function isEntry(value: unknown): value is ActivityEntry {
  if (typeof value !== 'object' || value === null) return false
  const { at, fleet, publicId, phone, what, outcome, about, fault, reason, fields, job, by, times } =
    value as Record<string, unknown>
  return (
    isInstant(at) &&
    [fleet, phone, about].every((text) => typeof text === 'string') &&
    (publicId === null || typeof publicId === 'string') &&
    isOneOf(activityKinds, what) &&
    isOneOf(activityOutcomes, outcome) &&
    (fields === undefined || (typeof fields === 'object' && fields !== null)) &&
    [reason, job, by].every((text) => text === undefined || typeof text === 'string') &&
    (times === undefined || Number.isSafeInteger(times)) &&
    (fault === null || typeof (fault as { kind?: unknown } | undefined)?.kind === 'string')
  )
}

function parse(line: string): ActivityEntry | null {
  try {
    const value: unknown = JSON.parse(line)
    return isEntry(value) ? value : null
  } catch {
    return null
  }
}

const bytesOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
const nameOfDay = (at: number) => `${new Date(at).toISOString().slice(0, 10)}.jsonl`

function createMatcher({
  text,
  named,
  namedOutcomes,
  namedAbouts,
  publicIds,
  notFleets,
  what,
  failed,
}: ActivityQuery): (entry: ActivityEntry) => boolean {
  const wanted = plain(text.trim())
  const abouts = new Set(namedAbouts)
  const ids = publicIds && new Set(publicIds)
  const unwanted = new Set(notFleets)
  const holds = (part: string | null | undefined) => typeof part === 'string' && plain(part).includes(wanted)
  return (entry) =>
    (!failed || entry.outcome === 'failed' || entry.outcome === 'unknown') &&
    (what === null || entry.what === what) &&
    !unwanted.has(entry.fleet) &&
    (ids === null || (entry.publicId !== null && ids.has(entry.publicId))) &&
    (wanted === '' ||
      named.includes(entry.what) ||
      namedOutcomes.includes(entry.outcome) ||
      (abouts.size > 0 && abouts.has(`${entry.what} ${entry.about}`)) ||
      [entry.phone, entry.publicId, entry.fleet, entry.about, entry.by, entry.reason].some(holds) ||
      (entry.fault !== null && 'detail' in entry.fault && holds(entry.fault.detail)))
}

/**
 * Opens the log, and reads it in the background, the newest day first. A new day's file removes those that are too old. A file
 * is only ever appended to: a kill leaves at most one torn line, which is skipped.
 */
export function openActivityLog({
  clock,
  folder,
  days,
  onChange,
  onFailed,
  report,
}: ActivityLogOptions): ActivityLog {
  /** Oldest first. */
  let entries: ActivityEntry[] = []
  let pending: ActivityEntry[] = []
  const counted = new Set<ActivityEntry>()
  let day = { name: '', bytes: 0, isFull: false }
  let found: { key: string; matches: ActivityEntry[] } | null = null
  let isFailing = false
  let isClosed = false

  const reports = createGather(clock, reportEveryMs, onChange)
  const changed = () => {
    found = null
    reports.soon()
  }
  const filesOfDays = () => {
    try {
      return readdirSync(folder)
        .filter((name) => dayFile.test(name))
        .toSorted()
    } catch {
      return []
    }
  }
  /** Removes what is older than the kept days before the newest other day, and of that the oldest few. */
  const removeOld = (today: string) => {
    const others = filesOfDays().filter((name) => name !== today)
    const newest = others.at(-1)
    if (newest === undefined) return
    const from = Math.min(clock.now(), Date.parse(newest.slice(0, 10)) + dayMs)
    const oldest = nameOfDay(from - days() * dayMs)
    for (const name of others.filter((each) => each < oldest).slice(0, mostRemovedADay))
      rmSync(join(folder, name), { force: true })
  }
  const append = (added: readonly ActivityEntry[]) => {
    const name = nameOfDay(clock.now())
    if (name !== day.name) {
      makeFolderSync(folder)
      removeOld(name)
      day = { name, bytes: bytesOf(join(folder, name)), isFull: false }
    }
    const text = added.map((entry) => `${JSON.stringify(entry)}\n`).join('')
    const bytes = Buffer.byteLength(text)
    const path = join(folder, name)
    // A line break first: a kill may have torn the last line.
    if (day.bytes + bytes < mostBytesOfDay) {
      appendToOwnFile(path, `\n${text}`)
      day.bytes += bytes
    } else if (!day.isFull) {
      day.isFull = true
      report({ kind: 'own-file', reason: 'full', path })
    }
  }
  const writes = createGather(clock, writeEveryMs, () => {
    if (pending.length === 0) return
    const added = pending
    pending = []
    try {
      append(added)
      isFailing = false
    } catch (error) {
      // The next write tries them again.
      pending = added.slice(-mostEntries)
      if (!isFailing) onFailed(error)
      isFailing = true
    }
  })

  /** Reads one file before the entries of later days, a part of its lines at a time. */
  const readDay = async (name: string) => {
    let lines: string[]
    try {
      lines = readOwnFile(join(folder, name)).split('\n')
    } catch {
      return
    }
    for (let end = lines.length; end > 0; end -= linesAtOnce) {
      await new Promise(setImmediate)
      if (isClosed || entries.length >= mostEntries) return
      // A counted entry is written at its end.
      const older = lines
        .slice(Math.max(0, end - linesAtOnce), end)
        .flatMap((line) => parse(line) ?? [])
        .toSorted((a, b) => a.at - b.at)
      entries = [...older, ...entries].slice(-mostEntries)
      changed()
    }
  }
  const readAll = async () => {
    for (const name of filesOfDays().toReversed()) await readDay(name)
  }
  const whenRead = readAll()

  const matchesOf = (query: ActivityQuery) => {
    const key = JSON.stringify(query)
    if (found?.key !== key) found = { key, matches: entries.filter(createMatcher(query)) }
    return found.matches
  }

  const list = (entry: ActivityEntry) => {
    entries.push(entry)
    // Not each time: it moves all of them.
    if (entries.length > mostEntries * 1.1) entries = entries.slice(-mostEntries)
    changed()
  }
  const writeSoon = (entry: ActivityEntry) => {
    pending.push(entry)
    writes.soon()
  }

  return {
    whenRead,
    add(entry) {
      if (isClosed) return
      list(entry)
      writeSoon(entry)
    },
    count(entry) {
      if (!isClosed) {
        list(entry)
        counted.add(entry)
      }
      return {
        repeat() {
          entry.times = (entry.times ?? 1) + 1
          changed()
        },
        end() {
          if (counted.delete(entry)) writeSoon(entry)
        },
      }
    },
    list(query, offset, limit) {
      const matches = matchesOf(query)
      const end = matches.length - offset
      return {
        total: matches.length,
        entries: matches.slice(Math.max(0, end - limit), Math.max(0, end)).toReversed(),
      }
    },
    close() {
      counted.forEach(writeSoon)
      counted.clear()
      writes.now()
      isClosed = true
      reports.close()
    },
  }
}
