import type { ActivityEntry } from '../../../src-shared/bridge/activity'
import type { AppEvent } from '../../../src-shared/bridge/contract'
import type { Clock } from '../base/clock'
import type { ActivityLog } from './activity-log'
import { noteOfCall, type AnsweredCall } from './note-calls'
import { createNoteEvents, type ActivityNote } from './note-events'

// Touches of one phone within this time are one entry.
const touchedForMs = 300_000
// The same thing, reported twice: by the call and by an event.
const repeatedWithinMs = 1500

export interface ActivityOptions {
  clock: Pick<Clock, 'now'>
  log: Pick<ActivityLog, 'add'>
  fleetName: () => string
  phoneName: (publicId: string) => string
}

/** Notes in the log what is done and what happens. */
export interface Activity {
  event(event: AppEvent): void
  call(call: AnsweredCall): void
  /** Someone used the phone by hand. */
  touched(publicId: string): void
}

export function createActivity({ clock, log, fleetName, phoneName }: ActivityOptions): Activity {
  const touchedAt = new Map<string, number>()
  const last = new Map<string, { key: string; at: number }>()

  const note = ({ phone, ...entry }: ActivityNote) => {
    const at = clock.now()
    const key = JSON.stringify(entry)
    const where = entry.publicId ?? ''
    const before = last.get(where)
    last.set(where, { key, at })
    if (before?.key === key && at - before.at < repeatedWithinMs) return
    const name = phone ?? (entry.publicId === null ? '' : phoneName(entry.publicId))
    const written: ActivityEntry = { at, fleet: fleetName(), phone: name, ...entry }
    log.add(written)
  }
  const noteEvent = createNoteEvents(note)

  return {
    event: noteEvent,
    call(call) {
      const entry = noteOfCall(call)
      if (entry) note(entry)
    },
    touched(publicId) {
      const at = clock.now()
      const before = touchedAt.get(publicId)
      if (before !== undefined && at - before < touchedForMs) return
      touchedAt.set(publicId, at)
      note({ publicId, what: 'touch', outcome: 'done', about: '', fault: null })
    },
  }
}
