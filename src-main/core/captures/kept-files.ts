import type { Dirent } from 'node:fs'
import { opendir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Clock } from '../time/clock'

const mostLookedAt = 50_000
const deepest = 6
// Some disks count in steps of two seconds: what has just changed may change once more at the same time.
const settlesMs = 3000

/** A file below the captures' folders. */
export interface KeptFile {
  /** Its path within its folder, with `/`. */
  name: string
  /** Whether nothing was added to its folder or taken from it since the last time. */
  isKnown: boolean
}

/** What a folder holds; it changed last at `changedAt`, in ms since the epoch. */
interface Listing {
  changedAt: number
  readAt: number
  files: string[]
  folders: string[]
}

/** Returns whether a change at `changedAt` was long over when it was read, both in ms since the epoch. */
export const isSettled = (changedAt: number, readAt: number): boolean => changedAt + settlesMs < readAt

/**
 * Returns what finds the files in folders, the upper ones first, by their paths, and whether it left some out. Links are not
 * followed. A folder is read again only when it has changed.
 */
export function createKeptFiles(
  clock: Pick<Clock, 'now'>,
): (folders: readonly string[]) => Promise<{ files: Map<string, KeptFile>; isPart: boolean }> {
  let known = new Map<string, Listing>()

  const read = async (folder: string): Promise<Listing> => {
    const readAt = clock.now()
    const changedAt = await stat(folder).then(
      ({ mtimeMs }) => mtimeMs,
      () => Number.NaN,
    )
    const before = known.get(folder)
    if (before?.changedAt === changedAt && isSettled(changedAt, before.readAt)) return before
    const listing: Listing = { changedAt, readAt, files: [], folders: [] }
    for await (const entry of entriesOf(folder)) {
      if (entry.isDirectory()) listing.folders.push(entry.name)
      else if (entry.isFile()) listing.files.push(entry.name)
      if (listing.files.length + listing.folders.length > mostLookedAt) break
    }
    return listing
  }

  return async (folders) => {
    const files = new Map<string, KeptFile>()
    const now = new Map<string, Listing>()
    const find = async () => {
      // What lies at the top of a disk is the system's.
      let level = folders.filter((each) => dirname(each) !== each).map((at) => ({ at, name: '' }))
      for (let depth = 0, lookedAt = 0; depth <= deepest && level.length > 0; depth += 1) {
        const next: typeof level = []
        for (const { at, name } of level) {
          const listing = await read(at)
          now.set(at, listing)
          const isKnown = listing === known.get(at)
          for (const file of listing.files) {
            const path = join(at, file)
            if (!files.has(path)) files.set(path, { name: name + file, isKnown })
          }
          lookedAt += listing.files.length + listing.folders.length
          if (lookedAt > mostLookedAt) return true
          next.push(...listing.folders.map((folder) => ({ at: join(at, folder), name: `${name}${folder}/` })))
        }
        level = next
      }
      return false
    }
    const isPart = await find()
    known = now
    return { files, isPart }
  }
}

/** Reads a folder in parts; a folder that can't be read has no more of them. */
async function* entriesOf(folder: string): AsyncGenerator<Dirent> {
  try {
    yield* await opendir(folder, { bufferSize: 256 })
  } catch {
    // It is gone, or not ours to read.
  }
}
