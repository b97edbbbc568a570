import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { fleetKey, type KeyedFleet } from '../../../src-shared/features/fleets-state'
import {
  mostSchedules,
  noCounts,
  type Schedule,
  type ScheduleDraft,
  type ScheduledWork,
  type ScheduleEnd,
  type ScheduleUse,
} from '../../../src-shared/features/schedules-state'
import { FaultError, faultOf } from '../../../src-shared/protocol/fault'
import type { CancelTimer, Clock } from '../time/clock'
import type { KeptSchedule, SchedulesFile } from './kept-schedules'
import { ScheduleEntries, type Entry } from './schedule-entries'
import { nextTime, timesBetween } from './times'

// A computer that slept or was set to another time is noticed so soon.
const lookEveryMs = 30_000
/** A start that is later than this is missed. */
export const mostLateMs = 90_000
const nothing = { counts: noCounts, leftOut: null }

/** A start, for what carries it out. */
export interface ScheduleStart {
  draft: ScheduleDraft
  due: number | null
  use: ScheduleUse | null
  /** Notes what the schedule uses of today's budgets, before it does and once it has. */
  onUse: (use: ScheduleUse) => void
  /** Says which run of flows or task does the work. */
  onBegun: (workId: string) => void
  /** Aborted when a person stops it. */
  stop: AbortSignal
}

/** What came of one. */
export type StartResult = Omit<ScheduleEnd, 'due' | 'startedAt' | 'endedAt'>

/** Tells the windows of a fleet, by its key. */
export type ScheduleNews =
  | { type: 'changed' }
  | { type: 'ended'; name: string; kind: ScheduledWork['kind']; end: ScheduleEnd }
  | { type: 'missed'; name: string; times: number; at: number }
  /** It began for a time that is still to come, as the clock was ahead. */
  | { type: 'ahead'; name: string; until: number }

export interface SchedulesOptions {
  clock: Clock
  file: SchedulesFile
  /** As IANA names it; left out, the computer's. */
  zone?: string
  /** Whether the fleet of a key is there, open or not. */
  isThere: (fleet: string) => boolean
  /** Opens the fleet where it is not open, and does what a schedule says. @throws FaultError */
  carryOut: (fleet: string, start: ScheduleStart) => Promise<StartResult>
  tell: (fleet: string, news: ScheduleNews) => void
}

/**
 * The schedules of all fleets. A start is written down before it begins, and its time is then done: it begins once, whatever the
 * clock or the program does.
 */
export class Schedules {
  readonly #options: SchedulesOptions
  readonly #entries: ScheduleEntries
  #cancelLook: CancelTimer = () => undefined
  #isOpen = false

  constructor(options: SchedulesOptions) {
    this.#options = options
    this.#entries = new ScheduleEntries(options.file, (entry) => this.#changed(entry))
    for (const entry of this.#entries.all) this.#reckon(entry)
  }

  /** Begins to start them, and tells what an end of Fleetwall has cut short. */
  open(): void {
    this.#isOpen = true
    for (const entry of this.#entries.all) this.#endInterrupted(entry)
    this.#look()
  }

  /** The time by which it starts them, in ms since the epoch. */
  get now(): number {
    return this.#options.clock.now()
  }

  /** The schedules of a fleet. */
  of(fleet: KeyedFleet): Schedule[] {
    return this.#entries.of(fleet).map(shown)
  }

  /**
   * Keeps a schedule: a new one for null. Its times count from now on.
   * @returns its id
   * @throws FaultError `own-file`, `internal` for an unknown id or one too many
   */
  save(fleet: KeyedFleet, id: string | null, draft: ScheduleDraft): string {
    const now = this.#options.clock.now()
    const fromNow = { doneUntil: now, begunUntil: 0 }
    if (id !== null) {
      const entry = this.#entries.find(fleet, id)
      const isSameTime = isDeepStrictEqual(entry.kept.draft.time, draft.time)
      const until = isSameTime ? { doneUntil: this.#reached(entry) } : fromNow
      this.#entries.change(entry, { draft, ...until, missed: null })
      return id
    }
    if (this.of(fleet).length >= mostSchedules)
      throw new FaultError({ kind: 'internal', detail: 'too many schedules' })
    const kept: KeptSchedule = {
      ...{ id: randomUUID(), fleet: fleetKey(fleet), draft, ...fromNow, isPaused: false },
      ...{ run: null, next: null, last: null, missed: null, use: null },
    }
    this.#entries.add(kept, fleet.kind === 'this-run')
    return kept.id
  }

  /** @throws FaultError as `save` */
  remove(fleet: KeyedFleet, id: string): void {
    this.#drop([this.#entries.find(fleet, id)])
  }

  /** Forgets a fleet's schedules. @throws FaultError `own-file` */
  forget(fleet: KeyedFleet): void {
    this.#drop(this.#entries.of(fleet))
  }

  /** Times that pass while it is paused are not missed; one that has passed and waits is. @throws FaultError as `save` */
  pause(fleet: KeyedFleet, id: string, isPaused: boolean): void {
    const entry = this.#entries.find(fleet, id)
    this.#entries.change(entry, { isPaused, doneUntil: this.#reached(entry) })
    if (isPaused) this.#dropNext(entry)
  }

  /** Starts it now. @throws FaultError as `save` */
  run(fleet: KeyedFleet, id: string): void {
    this.#start(this.#entries.find(fleet, id), null)
  }

  /** Stops what it does now; a start that waits is missed. @throws FaultError `internal` for an unknown id */
  stop(fleet: KeyedFleet, id: string): void {
    const entry = this.#entries.find(fleet, id)
    entry.stop?.abort(new FaultError({ kind: 'cancelled' }))
    this.#dropNext(entry)
  }

  /** A person has seen what was missed. @throws FaultError as `save` */
  see(fleet: KeyedFleet, id: string): void {
    this.#entries.change(this.#entries.find(fleet, id), { missed: null })
  }

  /** Starts nothing more. The next start says of what runs that it was cut short. */
  close(): void {
    this.#isOpen = false
    this.#cancelLook()
  }

  /** A clock that was set back makes no time begin again. */
  #reached({ kept }: Entry): number {
    return Math.max(kept.begunUntil, this.#options.clock.now())
  }

  #reckon(entry: Entry): void {
    const { draft, doneUntil, isPaused } = entry.kept
    entry.nextAt = isPaused ? null : nextTime(draft.time, doneUntil, this.#options.zone)
  }

  #changed(entry: Entry): void {
    this.#reckon(entry)
    this.#options.tell(entry.kept.fleet, { type: 'changed' })
    if (this.#isOpen) this.#wait()
  }

  #drop(dropped: readonly Entry[]): void {
    if (dropped.length === 0) return
    this.#entries.remove(dropped)
    for (const { stop } of dropped) stop?.abort(new FaultError({ kind: 'cancelled' }))
    for (const fleet of new Set(dropped.map(({ kept }) => kept.fleet)))
      this.#options.tell(fleet, { type: 'changed' })
  }

  #endInterrupted(entry: Entry): void {
    const { run, fleet, draft } = entry.kept
    if (!run) return
    const reason = { kind: 'ended' } as const
    const endedAt = Math.max(run.startedAt, this.#options.clock.now())
    const last: ScheduleEnd = { ...run, endedAt, outcome: 'unknown', ...nothing, reason }
    this.#entries.note(entry, { run: null, last })
    this.#options.tell(fleet, { type: 'ended', name: draft.name, kind: draft.work.kind, end: last })
    this.#dropNext(entry)
  }

  /** Drops a start that waits: the time that it was for is missed. */
  #dropNext(entry: Entry): void {
    const { next, missed, fleet, draft } = entry.kept
    if (!next) return
    const { due } = next
    if (due === null) return this.#entries.note(entry, { next: null })
    this.#entries.note(entry, { next: null, missed: { times: (missed?.times ?? 0) + 1, at: due } })
    this.#options.tell(fleet, { type: 'missed', name: draft.name, times: 1, at: due })
  }

  #wait(): void {
    this.#cancelLook()
    const { clock, isThere } = this.#options
    const times = this.#entries.all.flatMap(({ nextAt, kept }) =>
      nextAt !== null && isThere(kept.fleet) ? nextAt : [],
    )
    if (times.length === 0) return
    const ms = Math.max(0, Math.min(...times) - clock.now())
    this.#cancelLook = clock.after(Math.min(ms, lookEveryMs), () => this.#look())
  }

  #look(): void {
    const now = this.#options.clock.now()
    for (const entry of this.#entries.all) {
      const doneUntil = this.#reached(entry)
      // The clock was ahead: what was missed by it comes again.
      if (doneUntil < entry.kept.doneUntil) this.#entries.note(entry, { doneUntil })
      this.#noteAhead(entry, now)
      if (entry.nextAt !== null && entry.nextAt <= now && this.#options.isThere(entry.kept.fleet))
        this.#pass(entry, now)
    }
    if (this.#isOpen) this.#wait()
  }

  #noteAhead(entry: Entry, now: number): void {
    const { begunUntil, fleet, draft } = entry.kept
    const isAhead = begunUntil - now > mostLateMs
    if (isAhead === entry.isAhead) return
    entry.isAhead = isAhead
    this.#options.tell(fleet, { type: 'changed' })
    if (isAhead) this.#options.tell(fleet, { type: 'ahead', name: draft.name, until: begunUntil })
  }

  /** Deals with the times of a schedule that have come. */
  #pass(entry: Entry, now: number): void {
    const { draft, doneUntil, missed, fleet } = entry.kept
    const come = timesBetween(draft.time, doneUntil, now, this.#options.zone)
    if (!come) return this.#reckon(entry)
    const begins = now - come.last <= mostLateMs && entry.kept.next === null
    const lost = come.times - (begins ? 1 : 0)
    const change: Partial<KeptSchedule> = {
      doneUntil: come.last,
      ...(begins ? { begunUntil: come.last } : {}),
      ...(lost > 0 ? { missed: { times: (missed?.times ?? 0) + lost, at: come.last } } : {}),
    }
    if (begins) this.#start(entry, come.last, change)
    else this.#entries.note(entry, change)
    if (lost > 0) this.#options.tell(fleet, { type: 'missed', name: draft.name, times: lost, at: come.last })
  }

  /** Writes a start down and begins it; while the schedule runs, the start waits. */
  #start(entry: Entry, due: number | null, change: Partial<KeptSchedule> = {}): void {
    const { kept } = entry
    if (!kept.run) this.#begin(entry, due, change)
    else if (!kept.next) this.#entries.note(entry, { ...change, next: { due } })
  }

  #begin(entry: Entry, due: number | null, change: Partial<KeptSchedule>): void {
    const run = { due, startedAt: this.#options.clock.now() }
    try {
      this.#entries.change(entry, { ...change, run, next: null })
    } catch (thrown) {
      // What is not written could begin twice.
      const reason = { kind: 'fault', fault: faultOf(thrown) } as const
      this.#entries.note(entry, { ...change, run, next: null })
      this.#end(entry, { outcome: 'failed', ...nothing, reason })
      return
    }
    void this.#carryOut(entry, due)
  }

  async #carryOut(entry: Entry, due: number | null): Promise<void> {
    const stop = (entry.stop = new AbortController())
    const { draft, fleet, use } = entry.kept
    const onUse = (next: ScheduleUse) => {
      if (this.#isOpen) this.#entries.note(entry, { use: next })
    }
    const onBegun = (workId: string) => {
      entry.workId = workId
      this.#options.tell(fleet, { type: 'changed' })
    }
    const result = await this.#options
      .carryOut(fleet, { draft, due, use, onUse, onBegun, stop: stop.signal })
      .catch((thrown: unknown): StartResult => {
        const outcome = stop.signal.aborted ? 'stopped' : 'failed'
        const reason = outcome === 'stopped' ? null : ({ kind: 'fault', fault: faultOf(thrown) } as const)
        return { outcome, ...nothing, reason }
      })
    entry.stop = null
    entry.workId = null
    if (this.#isOpen && this.#entries.all.includes(entry)) this.#end(entry, result)
  }

  #end(entry: Entry, result: StartResult): void {
    const { run, next, fleet, draft } = entry.kept
    if (!run) return
    const end: ScheduleEnd = { ...run, endedAt: this.#options.clock.now(), ...result }
    // One write: a kill in between would lose the start that waits.
    if (next) this.#begin(entry, next.due, { last: end })
    else this.#entries.note(entry, { run: null, last: end })
    this.#options.tell(fleet, { type: 'ended', name: draft.name, kind: draft.work.kind, end })
  }
}

const shown = ({ kept, nextAt, isAhead, workId }: Entry): Schedule => ({
  ...kept.draft,
  ...{ id: kept.id, isPaused: kept.isPaused, nextAt, last: kept.last, missed: kept.missed },
  runsSince: kept.run?.startedAt ?? null,
  workId,
  isNextWaiting: kept.next !== null,
  aheadUntil: isAhead ? kept.begunUntil : null,
})
