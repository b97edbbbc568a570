import type { Fault } from '../../../src-shared/protocol/fault'
import type { CancelTimer, Clock } from '../time/clock'
import type { CountedEntry } from './activity-log'
import { outcomeOf, type ActivityNote } from './note-action'

// A program that looks again after this has a further entry.
const againWithinMs = 60_000
// A kill of Fleetwall loses no more.
const longestMs = 600_000

/** A call of a program. */
export interface ProgramCall {
  /** The program's name. */
  by: string
  /** The tool or the command. */
  tool: string
  /** Null when it concerns no phone. */
  publicId: string | null
  /** Whether it changed something, or may have. */
  hasActed: boolean
  /** Why it failed; null otherwise. */
  fault: Fault | null
  /** The same in a sentence, where no fault says it. */
  reason?: string | undefined
  /** The same in a word; `cancelled` for a call that the program ended. */
  code?: string | undefined
}

export interface NoteProgramsOptions {
  clock: Pick<Clock, 'now' | 'after'>
  add: (note: ActivityNote) => void
  count: (note: ActivityNote) => CountedEntry
}

/** Calls that changed nothing, and came one after the other. */
interface Repeated {
  by: string
  publicId: string | null
  entry: CountedEntry
  /** In ms since the epoch. */
  begunAt: number
  cancelEnd: CancelTimer
}

const noteOf = ({ by, tool, publicId, fault, reason, code }: ProgramCall): ActivityNote => {
  const outcome = code === 'cancelled' ? 'cancelled' : reason === undefined ? outcomeOf(fault) : 'failed'
  return { publicId, what: 'program', outcome, about: tool, fault, reason, by }
}

/** Notes calls of programs. */
export interface NotePrograms {
  call(call: ProgramCall): void
  /** Ends the entries that count calls. */
  close(): void
}

/**
 * Notes the calls of programs: each that acts, and as one entry those of a program on a phone that only look, or are refused
 * for the same reason. So a program that asks again and again leaves room for what else happens.
 */
export function createNotePrograms({ clock, add, count }: NoteProgramsOptions): NotePrograms {
  const open = new Map<string, Repeated>()
  const end = (key: string, { entry, cancelEnd }: Repeated) => {
    cancelEnd()
    open.delete(key)
    entry.end()
  }
  const note = (call: ProgramCall) => {
    const { by, tool, publicId, hasActed, fault, code } = call
    const now = clock.now()
    if (hasActed) {
      for (const [key, each] of open) if (each.by === by && each.publicId === publicId) end(key, each)
      return add(noteOf(call))
    }
    const key = JSON.stringify([by, tool, publicId, fault?.kind ?? code])
    const known = open.get(key)
    const isLong = known && Math.abs(now - known.begunAt) >= longestMs
    if (known) {
      known.cancelEnd()
      if (isLong) end(key, known)
      else known.entry.repeat()
    }
    const repeated =
      known && !isLong
        ? known
        : { by, publicId, entry: count(noteOf(call)), begunAt: now, cancelEnd: () => undefined }
    repeated.cancelEnd = clock.after(againWithinMs, () => end(key, repeated))
    open.set(key, repeated)
  }
  return {
    call: note,
    close: () => open.forEach((repeated, key) => end(key, repeated)),
  }
}
