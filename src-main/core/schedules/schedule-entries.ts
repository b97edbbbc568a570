import { fleetKey, type KeyedFleet } from '../../../src-shared/features/fleets-state'
import { FaultError } from '../../../src-shared/protocol/fault'
import type { KeptSchedule, SchedulesFile } from './kept-schedules'

/** A schedule in memory. */
export interface Entry {
  kept: KeptSchedule
  /** Of a fleet that no file has. */
  isOfThisRun: boolean
  nextAt: number | null
  /** Whether times that are still to come have begun by a clock that was ahead. */
  isAhead: boolean
  stop: AbortController | null
  /** As `Schedule.workId`. */
  workId: string | null
}

/** The schedules of all fleets, in memory and in their file. */
export class ScheduleEntries {
  readonly #file: SchedulesFile
  readonly #onChanged: (entry: Entry) => void
  #all: readonly Entry[]

  /** Reads the file. @param onChanged called for each schedule that is added or changes */
  constructor(file: SchedulesFile, onChanged: (entry: Entry) => void) {
    this.#file = file
    this.#onChanged = onChanged
    this.#all = file.read().map((kept) => entryOf(kept, false))
  }

  get all(): readonly Entry[] {
    return this.#all
  }

  of(fleet: KeyedFleet): Entry[] {
    const key = fleetKey(fleet)
    return this.#all.filter(({ kept }) => kept.fleet === key)
  }

  /** @throws FaultError `internal` for an unknown id */
  find(fleet: KeyedFleet, id: string): Entry {
    const found = this.of(fleet).find(({ kept }) => kept.id === id)
    if (!found) throw new FaultError({ kind: 'internal', detail: 'no such schedule' })
    return found
  }

  /** @throws FaultError `own-file`; nothing is added then */
  add(kept: KeptSchedule, isOfThisRun: boolean): void {
    const entry = entryOf(kept, isOfThisRun)
    this.#write([...this.#all, entry])
    this.#all = [...this.#all, entry]
    this.#onChanged(entry)
  }

  /** @throws FaultError `own-file`; nothing is removed then */
  remove(removed: readonly Entry[]): void {
    const left = this.#all.filter((entry) => !removed.includes(entry))
    this.#write(left)
    this.#all = left
  }

  /** @throws FaultError `own-file`; nothing has changed then */
  change(entry: Entry, change: Partial<KeptSchedule>): void {
    const before = entry.kept
    entry.kept = { ...before, ...change }
    try {
      this.#write(this.#all)
    } catch (thrown) {
      entry.kept = before
      throw thrown
    }
    this.#onChanged(entry)
  }

  /** The same for what has happened, also where the file can't be written: it has reported that. */
  note(entry: Entry, change: Partial<KeptSchedule>): void {
    try {
      this.change(entry, change)
    } catch {
      entry.kept = { ...entry.kept, ...change }
      this.#onChanged(entry)
    }
  }

  #write(entries: readonly Entry[]): void {
    if (entries.length === 0 && this.#all.length === 0) return
    this.#file.write(entries.filter(({ isOfThisRun }) => !isOfThisRun).map(({ kept }) => kept))
  }
}

const entryOf = (kept: KeptSchedule, isOfThisRun: boolean): Entry => ({
  ...{ kept, isOfThisRun, nextAt: null, isAhead: false, stop: null, workId: null },
})
