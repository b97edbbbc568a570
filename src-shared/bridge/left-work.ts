import type { TaskWork } from './task-state'

/** An upload, a recording, a phone's part of a task or one of its flows that had not ended when Fleetwall did. */
export interface LeftWork {
  id: string
  kind: 'upload' | 'recording' | 'flow' | TaskWork['kind']
  /** The name of the file or flow, a recording's path, the automation's kind or the action's type; empty for an edit. */
  what: string
  publicId: string
  deviceName: string
  /** When the journal last heard of it, in ms since the epoch. */
  at: number
  /** `unknown` when the phone may have it; `done` for a flow whose run goes on. */
  outcome: 'not-sent' | 'unknown' | 'done'
}
