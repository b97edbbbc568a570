import type { Action } from '../protocol/action'

/** What a phone's input waits for: an action, or the control channel's opening; null once it no longer waits. */
export interface UnderWay {
  publicId: string
  what: BusyWith | null
}
export type BusyWith = Action | { type: 'opening' }
