import { randomUUID } from 'node:crypto'
import { lstat, readdir } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { isWithin } from '../disk/is-within'
import type { KeptRecording } from '../../../src-shared/features/conversions'

// Newest first; a dialog shows no more.
const mostListed = 200
const mostLookedAt = 10_000
const deepest = 6

/** Knows the recordings that a page may ask for, by ids that it gives out. */
export interface KeptRecordings {
  /** Remembers recordings of this run. */
  add(paths: readonly string[]): void
  /** Lists the recordings of this run and those in the captures' folder, newest first. */
  list(): Promise<KeptRecording[]>
  /** Returns a path; undefined for an id that `list` did not give. */
  pathOf(id: string): string | undefined
}

/**
 * @param folder of the videos; absolute
 * @param isOpen whether a recording is still written to the file
 */
export function createKeptRecordings(
  folder: () => string,
  isOpen: (path: string) => boolean,
): KeptRecordings {
  const own = new Set<string>()
  const ids = new Map<string, string>()
  const paths = new Map<string, string>()

  const idOf = (path: string) => {
    const id = ids.get(path) ?? randomUUID()
    ids.set(path, id)
    paths.set(id, path)
    return id
  }
  const find = async (within: string): Promise<string[]> => {
    const found: string[] = []
    let lookedAt = 0
    const look = async (at: string, depth: number): Promise<void> => {
      const entries = await readdir(at, { withFileTypes: true }).catch(() => [])
      for (const entry of entries) {
        if ((lookedAt += 1) > mostLookedAt) return
        const path = join(at, entry.name)
        if (entry.isDirectory() && depth < deepest) await look(path, depth + 1)
        else if (entry.isFile() && entry.name.toLowerCase().endsWith('.mkv')) found.push(path)
      }
    }
    await look(within, 0)
    return found
  }
  const describe = async (path: string, within: string): Promise<KeptRecording[]> => {
    const stat = await lstat(path).catch(() => null)
    // A kill before the first write leaves an empty file.
    if (!stat?.isFile() || stat.size === 0 || isOpen(path)) return []
    return [
      {
        id: idOf(path),
        name: isWithin(within, path) ? relative(within, path).replaceAll(sep, '/') : basename(path),
        bytes: stat.size,
        at: stat.mtimeMs,
        path,
        isOfThisRun: own.has(path),
      },
    ]
  }

  return {
    add(more) {
      for (const path of more) own.add(path)
    },
    async list() {
      const within = folder()
      const all = new Set([...own, ...(await find(within))])
      const described = await Promise.all([...all].map((path) => describe(path, within)))
      return described
        .flat()
        .toSorted((a, b) => Number(b.isOfThisRun) - Number(a.isOfThisRun) || b.at - a.at)
        .slice(0, mostListed)
    },
    pathOf: (id) => paths.get(id),
  }
}
