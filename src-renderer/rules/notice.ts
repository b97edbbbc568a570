import type { BusyWith } from '../../src-shared/features/phones'
import type { ScheduleEnd } from '../../src-shared/features/schedules-state'
import type { FlowRunState } from '../../src-shared/features/flows-state'
import type { Action } from '../../src-shared/protocol/action'
import type { Firing } from '../../src-shared/features/rules-state'
import type { RecordedFile } from '../../src-shared/features/recordings-state'
import type { Fault } from '../../src-shared/protocol/fault'

/** A phone that did not do something, by its name, and why. */
export interface FailedOn {
  name: string
  fault: Fault
}

/** Input that a phone did not take, or perhaps did; `action` names it where it was an action. */
export interface Missed {
  fault: Fault
  action?: Action | undefined
}

/** A row of an imported file that the service refused; the header is line 1. */
export interface RefusedRow {
  line: number
  fault: Fault
}

/**
 * What a notice reports:
 * - `missed`: a fault, and the action that it hit
 * - `taking`: so many snapshots are being taken for a contact sheet
 * - `saved`: a screenshot, a contact sheet or diagnostics, by its path or name; on a sheet some phones may have failed
 * - `ids-copied`: the ids of so many phones are on the computer's clipboard
 * - `sheet-sent`: so many of the phones of a sheet got their values
 * - `text-sent`: so many phones have typed a text; one by its name
 * - `screenshots-saved`: of several phones, with those that failed
 * - `converted`: several videos
 * - `file-gone`: a saved file is not there any more
 * - `screenshot-copied`: the screenshot of the named phone is on the computer's clipboard
 * - `file-copied`: the picture in the named file is there
 * - `recorded`: recordings that have ended; none where no frame came
 * - `not-recorded`: so many phones that were to be recorded are not live
 * - `flow-recorded`: the recording of a flow has ended, with so many steps; so many inputs became comments
 * - `nothing-recorded`: the recording of a flow has ended without a step
 * - `flows-ended`: a run of flows has ended
 * - `fired`: a rule has fired, on one phone or several; it stays until it is dismissed
 * - `schedule-ended`: a start of a schedule has ended
 * - `schedule-ahead`: a schedule began for a time that is still to come, as the clock was ahead
 * - `schedule-missed`: a schedule was not started so many times, the last of them at that time
 * - `stopped`: a person has stopped everything, which left something undone
 * - `imported`: what a CSV import did, in phones, and the rows that the service refused
 * - `update-ready`: a new version is installed when the program ends
 * - `crashed`: the page before this one crashed
 * - `waiting-cancelled`: a person cancelled input that waited for `busyWith`
 * - `typing-ended`: the phone that a person typed on is no longer shown
 * - `cannot-run`: a shortcut's command is not available
 */
export type NoticeContent =
  | ({ kind: 'missed' } & Missed)
  | { kind: 'saved'; path: string; failed?: readonly FailedOn[] }
  | {
      kind: 'screenshots-saved'
      n: number
      folder: string
      failed: readonly FailedOn[]
    }
  | { kind: 'converted'; n: number; folder: string }
  | { kind: 'file-gone'; path: string }
  | { kind: 'taking'; n: number }
  | { kind: 'screenshot-copied'; name: string }
  | { kind: 'file-copied'; name: string }
  | { kind: 'ids-copied'; n: number }
  | { kind: 'sheet-sent'; n: number; of: number }
  | { kind: 'text-sent'; n: number; name: string }
  | { kind: 'recorded'; files: readonly RecordedFile[] }
  | { kind: 'not-recorded'; n: number }
  | { kind: 'flow-recorded'; path: string; steps: number; comments: number }
  | { kind: 'nothing-recorded' }
  | { kind: 'flows-ended'; run: FlowRunState }
  | { kind: 'fired'; firings: readonly [Firing, ...Firing[]] }
  | { kind: 'schedule-ended'; name: string; end: ScheduleEnd }
  | { kind: 'schedule-ahead'; name: string; until: number }
  | { kind: 'schedule-missed'; name: string; times: number; at: number }
  | { kind: 'stopped'; undone: Readonly<Record<'uploads' | 'steps' | 'cases', number>> }
  | { kind: 'imported'; changed: number; unchanged: number; failed: number; refused: readonly RefusedRow[] }
  | { kind: 'update-ready'; version: string }
  | { kind: 'crashed' }
  | { kind: 'waiting-cancelled'; busyWith: BusyWith }
  | { kind: 'typing-ended'; name: string }
  | { kind: 'cannot-run'; title: string; why: string }

/** A notice on a phone, or in the window where `publicId` is null. */
export type Notice = NoticeContent & { id: number; publicId: string | null }

/** The first file that a notice tells of, or the folder of several; null for none. */
export function savedFile(notice: NoticeContent): string | null {
  if (notice.kind === 'saved' || notice.kind === 'flow-recorded') return notice.path
  if (notice.kind === 'screenshots-saved') return notice.n > 0 ? notice.folder : null
  if (notice.kind === 'converted') return notice.folder
  return notice.kind === 'recorded' ? (notice.files[0]?.path ?? null) : null
}

/** Returns whether a notice tells of a fault that lasts: of a settings, policy or certificates file, or of no sandbox. */
export function isOfSettingsFile(notice: NoticeContent): boolean {
  if (notice.kind !== 'missed') return false
  const { fault } = notice
  // What can't be written now is written later, or again each day.
  if (fault.kind === 'own-file') return fault.reason !== 'full' && fault.reason !== 'not-written'
  const lasting: readonly Fault['kind'][] = ['policy', 'authorities', 'no-sandbox', 'no-font']
  return lasting.includes(fault.kind)
}

// A phone has at most one notice of each of these kinds, however often they occur.
const onePerPhone: readonly Fault['kind'][] = ['no-such-key', 'not-typed', 'more-errors']

// A notice shows a few of them alone.
const mostSkipped = 1000

/** Actions that waited for the same answer have one notice. */
export const isEarlierUnanswered = (fault: Fault) =>
  fault.kind === 'input-not-sent' && fault.why === 'earlier-unanswered'

const keyOf = (notice: Notice) => {
  if (notice.kind === 'fired') {
    const { name, when } = notice.firings[0].rule
    return JSON.stringify([name, when])
  }
  return notice.kind === 'missed' &&
    (onePerPhone.includes(notice.fault.kind) || isEarlierUnanswered(notice.fault))
    ? notice.fault.kind
    : JSON.stringify({ ...notice, id: 0 })
}

/** Returns whether two notices would repeat each other on one phone. */
export function isSameNotice(one: Notice, other: Notice): boolean {
  return one.publicId === other.publicId && keyOf(one) === keyOf(other)
}

/**
 * Returns `now` with what `before` told: the phones of the same rule, the number of further errors, and the characters where
 * both name some, because a text that cannot be typed goes in pieces.
 */
export function mergeNotices(before: Notice, now: Notice): Notice {
  if (before.kind === 'fired' && now.kind === 'fired') {
    const [newest] = now.firings
    const others = before.firings.filter(({ publicId }) => publicId !== newest.publicId)
    return { ...now, firings: [newest, ...others] }
  }
  if (before.kind !== 'missed' || now.kind !== 'missed') return now
  const [first, next] = [before.fault, now.fault]
  if (first.kind === 'more-errors' && next.kind === 'more-errors')
    return { ...now, fault: { kind: 'more-errors', n: first.n + next.n } }
  if (first.kind !== 'not-typed' || next.kind !== 'not-typed') return now
  const skipped = [...first.skipped, ...next.skipped].slice(-mostSkipped)
  return { ...now, fault: { kind: 'not-typed', skipped } }
}

/** Returns whether two faults are equal in all their fields. */
export function isSameFault(one: Fault | null, other: Fault | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
