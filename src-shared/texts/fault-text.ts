import type { faultMessages } from './fault-messages'
import type { measuresIn } from './measures'
import type { Spoken } from './spoken'

/**
 * The one thing that helps:
 * - `retry`: the same once more
 * - `take-control`: take the phone from the other session
 * - `enter-key`: add the fleet again, with another key or address
 * - `refresh`: refresh the list of phones
 * - `open`: open the phone in the focus view, where it comes first
 * - `interrupt`: interrupt the job that is pending on the phone, after a question
 * - `resume`: resume all phones, which are paused
 */
export type FaultAction = 'retry' | 'take-control' | 'enter-key' | 'refresh' | 'open' | 'interrupt' | 'resume'

/** A fault in words: one sentence, at most one action, and the service's own text. */
export interface FaultText {
  sentence: string
  action?: FaultAction
  detail?: string
}

/** A language to describe faults in: its words, and how it writes what they name. */
export interface FaultLanguage extends ReturnType<typeof measuresIn> {
  words: Spoken<typeof faultMessages>
  formatCount(count: number): string
  /** @param at ISO 8601 */
  formatInstant(at: string): string
  /** Names a key. @param key its KeyboardEvent.key */
  nameKey(key: string): string
}

/** The actions to offer, in order. Another key comes with a retry: the account may have been mended elsewhere. */
export function offered({ action }: FaultText): FaultAction[] {
  if (!action) return []
  return action === 'enter-key' ? ['retry', action] : [action]
}

/** The service's own text below the sentence, if any. */
export function detailOf(detail: string): { detail?: string } {
  return detail.trim() === '' ? {} : { detail }
}
