import type { ActivityEntry } from '../../../src-shared/features/activity'
import type { AppEvent } from '../../../src-shared/bridge/app-state'
import type { Action } from '../../../src-shared/protocol/action'
import type { AutomationJob } from '../../../src-shared/protocol/automation'
import type { AutomationKind } from '../../../src-shared/protocol/automation-kind'
import type { Fault } from '../../../src-shared/protocol/fault'
import type { LaunchFields } from '../../../src-shared/protocol/launch-field'
import type { Clock } from '../time/clock'
import type { ActivityLog } from './activity-log'
import { type ActivityNote, noteOfAction, outcomeOf } from './note-action'
import { notesOfCall, type AnsweredCall } from './note-calls'
import { createNotePrograms, type ProgramCall } from './note-programs'
import { createNoteEvents } from './note-events'

// Touches of one phone within this time are one entry.
const touchedForMs = 300_000
// The same thing, reported twice: by the call and by an event.
const repeatedWithinMs = 1500
// A connection that breaks gives each phone the same fault.
const mostSharedFaults = 100

export interface ActivityOptions {
  clock: Pick<Clock, 'now' | 'after'>
  log: Pick<ActivityLog, 'add' | 'count'>
  /** Hears what is noted. */
  onEntry: (entry: ActivityEntry) => void
  fleetName: () => string
  phoneName: (publicId: string) => string
  /** The vocabulary's further fields of a kind of automation. */
  launchFields: (kind: AutomationKind) => LaunchFields
}

/** Notes in the log what is done and what happens. */
export interface Activity {
  event(event: AppEvent): void
  call(call: AnsweredCall): void
  /** Notes the ends of jobs that an earlier start launched, also of those that ended while the program was closed. */
  resumed(jobs: readonly AutomationJob[]): void
  /** A mirrored action has ended on a phone. @param fault null if it succeeded */
  mirrored(publicId: string, action: Action, fault: Fault | null): void
  /** A person deleted a file. @param name of the file @param fault null if it is gone */
  deleted(name: string, fault: Fault | null): void
  /** Someone used the phone by hand. */
  touched(publicId: string): void
  /** A program's call has ended. */
  program(call: ProgramCall): void
  /** Ends what still counts. */
  close(): void
}

export function createActivity({
  clock,
  log,
  onEntry,
  fleetName,
  phoneName,
  launchFields,
}: ActivityOptions): Activity {
  const touchedAt = new Map<string, number>()
  const last = new Map<string, { key: string; at: number }>()

  const faults = new Map<string, Fault>()

  /** Returns the fault that earlier entries of the log hold already, where it says the same. */
  const shared = (fault: Fault | null): Fault | null => {
    if (fault === null) return null
    const key = JSON.stringify(fault)
    const known = faults.get(key)
    if (known) return known
    if (faults.size >= mostSharedFaults) faults.clear()
    faults.set(key, fault)
    return fault
  }
  const entryOf = (note: ActivityNote): ActivityEntry => {
    const { publicId, what, outcome, about, fault, reason, fields, job, by } = note
    // Without a spread: V8 gives a literal's fields no object of their own, and the log holds many entries.
    const why = shared(fault)
    return {
      at: clock.now(),
      fleet: note.fleet ?? fleetName(),
      publicId,
      phone: note.phone ?? (publicId === null ? '' : phoneName(publicId)),
      what,
      outcome,
      about,
      fault: why,
      reason,
      fields,
      job,
      by,
      times: undefined,
    }
  }
  const add = (note: ActivityNote) => {
    const entry = entryOf(note)
    log.add(entry)
    onEntry(entry)
  }
  const note = (noted: ActivityNote) => {
    const at = clock.now()
    const key = JSON.stringify({ ...noted, phone: undefined, fleet: undefined })
    const where = noted.publicId ?? ''
    const before = last.get(where)
    last.set(where, { key, at })
    if (before?.key === key && at - before.at < repeatedWithinMs) return
    add(noted)
  }
  const { event, resumed } = createNoteEvents(note, launchFields)
  const programs = createNotePrograms({
    clock,
    add,
    count(each) {
      const entry = entryOf(each)
      onEntry(entry)
      return log.count(entry)
    },
  })

  return {
    event,
    resumed,
    call(call) {
      notesOfCall(call).forEach(note)
    },
    mirrored: (publicId, action, fault) => note(noteOfAction(publicId, action, fault)),
    deleted: (about, fault) =>
      note({ publicId: null, what: 'deletion', outcome: outcomeOf(fault), about, fault }),
    touched(publicId) {
      const at = clock.now()
      const before = touchedAt.get(publicId)
      if (before !== undefined && at - before < touchedForMs) return
      touchedAt.set(publicId, at)
      note({ publicId, what: 'touch', outcome: 'done', about: '', fault: null })
    },
    program: programs.call,
    close: programs.close,
  }
}
