import { randomUUID } from 'node:crypto'
import { lstat } from 'node:fs/promises'
import { basename, extname, relative, sep } from 'node:path'
import { mostCaptures, type Capture } from '../../../src-shared/features/captures'
import { defaultPreferences } from '../../../src-shared/features/preferences-state'
import { isThere } from '../disk/is-there'
import { isWithin } from '../disk/is-within'
import type { PreferencesFile } from '../settings/preferences'
import type { CancelTimer, Clock } from '../time/clock'
import { isSheetName, readerOfNames, type NamedCapture } from './capture-names'
import type { CapturesFolder } from './captures-folder'
import { createKeptFiles, isSettled, type KeptFile } from './kept-files'

// The files of recordings and uploads wait behind no more of them.
const atOnce = 32
const tellEveryMs = 500

/** A capture that was made in this run. */
export type NewCapture = Pick<Capture, 'kind' | 'path' | 'publicIds'>

/** Knows the captures that a page may ask for, by ids that it gives out. */
export interface KeptCaptures {
  /** Remembers captures of this run. */
  add(captures: readonly NewCapture[]): void
  /**
   * Lists the captures of this run and those in the captures' folders, the newest first, and those that were listed and
   * are gone. `isPart` says that there are more. A file is not looked at again while its folder is as it was: another
   * program's writing into it is seen later.
   * @param isOpen whether a recording is still written to the file, which leaves it out
   * @param phones the ids of phones, by what names of files have of them
   */
  list(
    isOpen: (path: string) => boolean,
    phones: (named: NamedCapture) => string | undefined,
  ): Promise<{ captures: Capture[]; isPart: boolean }>
  /** Returns a capture; undefined for an id that `list` did not give. */
  find(id: string): Pick<Capture, 'kind' | 'path'> | undefined
  forget(ids: readonly string[]): void
}

export interface KeptCapturesOptions {
  clock: Pick<Clock, 'now' | 'after'>
  folder: Pick<CapturesFolder, 'of' | 'all'>
  preferences: Pick<PreferencesFile, 'now'>
  /** The list may have changed; at most twice a second. */
  onChange: () => void
}

type Found = Pick<Capture, 'kind' | 'path' | 'name' | 'bytes' | 'at' | 'isMissing'>

export function createKeptCaptures({
  clock,
  folder,
  preferences,
  onChange,
}: KeptCapturesOptions): KeptCaptures {
  /** Those of this run, and when they were made. */
  const own = new Map<string, NewCapture & { madeAt: number }>()
  const listed = new Map<string, Capture>()
  const byId = new Map<string, Capture>()
  const filesIn = createKeptFiles(clock)
  /** What was seen of files that had not changed for a while. */
  const settled = new Map<string, Found>()
  let lists = 0
  /** How many lists had begun when a path was forgotten: they may have seen its file, and must not bring it back. */
  const forgottenAfter = new Map<string, number>()

  let waiting: CancelTimer | null = null
  let isOwed = false
  const tell = () => {
    if (waiting) {
      isOwed = true
      return
    }
    onChange()
    waiting = clock.after(tellEveryMs, () => {
      waiting = null
      if (!isOwed) return
      isOwed = false
      tell()
    })
  }

  /** Returns what reads the present names of captures, and the usual ones. */
  const reader = () => {
    const patterns = new Set([preferences.now.captures.pattern, defaultPreferences.captures.pattern])
    const readers = [...patterns].map(readerOfNames)
    return (name: string) => readers.map((read) => read(name)).find((named) => named !== null) ?? null
  }
  /** Finds the files that may be captures. */
  const candidates = async () => {
    const all = folder.all()
    const found = await filesIn([...new Set([folder.of('picture'), folder.of('video')])])
    const { files } = found
    for (const path of [...own.keys(), ...listed.keys()]) {
      if (files.has(path)) continue
      const root = all.find((each) => isWithin(each, path))
      if (root !== undefined)
        files.set(path, { name: relative(root, path).replaceAll(sep, '/'), isKnown: false })
      else if (own.has(path)) files.set(path, { name: basename(path), isKnown: false })
    }
    return found
  }
  const look = async (
    path: string,
    { name, isKnown }: KeptFile,
    read: ReturnType<typeof reader>,
  ): Promise<Found[]> => {
    const mine = own.get(path)
    const known = settled.get(path)
    if (isKnown && known && !mine) return [known]
    settled.delete(path)
    const before = listed.get(path)
    const kind = mine?.kind ?? before?.kind ?? kindOf(name, read)
    if (!kind) return []
    const stat = await lstat(path).catch(() => null)
    // A kill before the first write leaves an empty file.
    if (stat && (!stat.isFile() || stat.size === 0)) return []
    const found = { kind, path, name }
    if (stat) {
      const seen = { ...found, bytes: stat.size, at: stat.mtimeMs, isMissing: false }
      if (isSettled(stat.mtimeMs, clock.now())) settled.set(path, seen)
      return [seen]
    }
    const isMissing = !(await isThere(path))
    const { bytes = 0, at = mine?.madeAt ?? 0 } = before ?? {}
    return mine || before ? [{ ...found, bytes, at, isMissing }] : []
  }

  return {
    add(captures) {
      for (const capture of captures) own.set(capture.path, { ...capture, madeAt: clock.now() })
      tell()
    },
    async list(isOpen, phones) {
      const thisList = (lists += 1)
      const read = reader()
      const all = await candidates()
      const files = [...all.files].filter(([path]) => !isOpen(path))
      const found: Found[] = []
      for (let from = 0; from < files.length; from += atOnce) {
        const some = files.slice(from, from + atOnce)
        found.push(...(await Promise.all(some.map(([path, file]) => look(path, file, read)))).flat())
      }
      const kept = found.filter(({ path }) => thisList > (forgottenAfter.get(path) ?? 0))
      const newest = kept.toSorted((a, b) => b.at - a.at).slice(0, mostCaptures)
      const captures = newest.map((each) => {
        const id = listed.get(each.path)?.id ?? randomUUID()
        const named = each.kind === 'sheet' ? null : read(each.name)
        const { publicIds = [] } = own.get(each.path) ?? {}
        const byName = named && publicIds.length === 0 ? phones(named) : undefined
        const capture = {
          ...{ ...each, id, phone: named?.phone ?? '' },
          publicIds: byName === undefined ? publicIds : [byName],
        }
        listed.set(capture.path, capture)
        byId.set(id, capture)
        return capture
      })
      return { captures, isPart: all.isPart || kept.length > mostCaptures }
    },
    find: (id) => byId.get(id),
    forget(ids) {
      for (const id of ids) {
        const { path = '' } = byId.get(id) ?? {}
        forgottenAfter.set(path, lists)
        byId.delete(id)
        listed.delete(path)
        settled.delete(path)
        own.delete(path)
      }
      tell()
    },
  }
}

/** Returns what a file is, by its name below the captures' folder; null for the file of another program. */
function kindOf(name: string, read: (name: string) => NamedCapture | null): Capture['kind'] | null {
  switch (extname(name).toLowerCase()) {
    // Whatever its name: a recording keeps being one, and other programs make few of them.
    case '.mkv':
      return 'recording'
    case '.mp4':
    case '.webm':
      return read(name) ? 'recording' : null
    case '.png':
    case '.jpg':
      if (isSheetName(name)) return 'sheet'
      return read(name) ? 'screenshot' : null
    case '.pdf':
      return isSheetName(name) ? 'sheet' : null
    default:
      return null
  }
}
