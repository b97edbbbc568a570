import { z } from 'zod'
import { fleetKey, type KeyedFleet } from '../../../src-shared/features/fleets-state'
import type { Clock } from '../time/clock'
import { createDebouncedWrite } from './debounced-write'
import { JsonFile } from './json-file'
import type { ReportFile } from './own-file'

// The environment may name another address each time.
const mostFleets = 50

export interface FleetsFileOptions<Kept, One> {
  clock: Pick<Clock, 'after'>
  /** Absolute. */
  path: string
  report: ReportFile
  onFailed: (error: unknown) => void
  /** The name of the file's list. */
  list: string
  /** The most entries of a fleet. */
  most: number
  /** Checks an entry. @returns null for one that is left out */
  check: (entry: unknown) => { fleet: string; one: One } | null
  /** Makes what is kept of a fleet from its entries. */
  read: (entries: readonly One[]) => Kept
  /** Returns what is written of a fleet; of too many, the last are. */
  write: (kept: Kept) => readonly object[]
  /** Left out: every fleet is written. */
  isWritten?: (fleet: string) => boolean
}

/** What is kept of each fleet over restarts, in one file with a list of entries. Fleets are named as by `fleetKey`. */
export interface FleetsFile<Kept> {
  of(fleet: string): Kept | undefined
  /** Keeps what a fleet has now, and writes it a moment later; null for nothing. */
  keep(fleet: string, kept: Kept | null): void
  /** Forgets a fleet that was removed. */
  forget(fleet: KeyedFleet): void
  /** Writes pending changes at once. */
  flush(): void
}

/** Reads the file. One that has entries that are left out, and an unreadable one, is kept aside. */
export function openFleetsFile<Kept, One>(options: FleetsFileOptions<Kept, One>): FleetsFile<Kept> {
  const { clock, path, report, onFailed, list, most, check, read, write, isWritten = () => true } = options
  const fileSchema = z.object({ [list]: z.array(z.unknown()).max(mostFleets * most) })
  const usable = (content: unknown, drop: () => void): Map<string, Kept> => {
    const entries = new Map<string, One[]>()
    for (const entry of fileSchema.parse(content)[list] ?? []) {
      const checked = check(entry)
      const ofFleet = entries.get(checked?.fleet ?? '') ?? []
      if (checked && ofFleet.length < most) entries.set(checked.fleet, [...ofFleet, checked.one])
      else drop()
    }
    return new Map([...entries].map(([fleet, all]) => [fleet, read(all)]))
  }
  const json = new JsonFile({ path, version: 1, check: usable, report })
  const fleets = json.read() ?? new Map<string, Kept>()
  const file = createDebouncedWrite({
    clock,
    file: json,
    content: () => ({
      [list]: [...fleets]
        .filter(([fleet]) => isWritten(fleet))
        .slice(-mostFleets)
        .flatMap(([fleet, kept]) =>
          write(kept)
            .slice(-most)
            .map((entry) => ({ fleet, ...entry })),
        ),
    }),
    onFailed,
  })
  return {
    of: (fleet) => fleets.get(fleet),
    keep(fleet, kept) {
      // The fleet that has changed last comes last.
      fleets.delete(fleet)
      if (kept !== null) fleets.set(fleet, kept)
      if (isWritten(fleet)) file.soon()
    },
    forget(fleet) {
      if (fleets.delete(fleetKey(fleet))) file.soon()
    },
    flush: file.flush,
  }
}
