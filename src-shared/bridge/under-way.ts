import type { Action } from '../protocol/action'

/** What a phone is busy with while what is done on it by hand waits, its control channel's opening too; null when it is not any more. */
export interface UnderWay {
  publicId: string
  what: BusyWith | null
}
export type BusyWith = Action | { type: 'opening' }
