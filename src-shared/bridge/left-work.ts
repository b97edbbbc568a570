import type { TaskWork } from './task-state'

/** An upload, a recording or a phone's part of a task that had not ended when Fleetwall did. */
export interface LeftWork {
  id: string
  kind: 'upload' | 'recording' | TaskWork['kind']
  /** The file's name (a recording's path), the automation's kind or the action's type; empty for an edit. */
  what: string
  publicId: string
  deviceName: string
  /** When the journal last heard of it, in ms since the epoch. */
  at: number
  /** `unknown` when the phone may have it. */
  outcome: 'not-sent' | 'unknown'
}
