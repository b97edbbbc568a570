import type { BudgetName } from '../protocol/budget-name'
import type { Fault } from '../protocol/fault'
import type { PauseReason } from './phones'

/** A part of the screen, in percent of it. */
export interface ScreenPart {
  left: number
  top: number
  width: number
  height: number
}

/** How a job can end, as a rule waits for it. */
export const jobEnds = ['done', 'failed', 'review'] as const
export type JobEnd = (typeof jobEnds)[number]

/** What a rule waits for on each of its phones; a budget is the account's. */
export type RuleWhen =
  /**
   * The screen shows a text, in any case; or, with `isGone`, does so no longer. A pattern fits a whole line or word, as in
   * flows.
   */
  | { kind: 'text'; text: string; isPattern: boolean; isGone: boolean; part: ScreenPart | null }
  /** The screen changes, beside its status bar. */
  | { kind: 'change' }
  /** The screen has not changed for so long, beside its status bar. */
  | { kind: 'still'; seconds: number }
  | { kind: 'offline' }
  | { kind: 'job'; ends: JobEnd[] }
  /** So much of a daily budget is used, in percent. */
  | { kind: 'budget'; budget: BudgetName; share: number }

/** What a rule then does. */
export type RuleThen =
  | { kind: 'notify' }
  | { kind: 'sound' }
  | { kind: 'screenshot' }
  | { kind: 'record'; seconds: number }
  | { kind: 'label'; name: string }
  /** `file` as in `flows.run`. */
  | { kind: 'flow'; file: string }
  /** Sends JSON to an `https` address. */
  | { kind: 'call'; address: string }

export type RulePhones =
  | { kind: 'all' }
  | { kind: 'label'; label: string }
  | { kind: 'these'; publicIds: string[] }

/** What a person says of a rule. */
export interface RuleDraft {
  /** Empty: what it waits for names it. */
  name: string
  when: RuleWhen
  phones: RulePhones
  then: RuleThen[]
  /** After it fired on a phone, the rule ignores the phone this long, in s. */
  quietS: number
  /** Whether it fires once on each phone, and ends with the last one. */
  once: boolean
  /** Whether its phones stay live for it, in sight or not; else it reads those that are live. */
  keepsLive: boolean
}

/** A rule of the open fleet, and what became of it. */
export interface Rule extends RuleDraft {
  id: string
  isOn: boolean
  /** When it last fired, in ms since the epoch, and on which phone; null before. */
  last: { at: number; publicId: string | null; phone: string } | null
  /** How often it fired. */
  times: number
  /** Why something that it did the last time failed; null when nothing did. */
  fault: Fault | null
}

/** A rule has fired. */
export interface Firing {
  rule: Pick<Rule, 'id' | 'name' | 'when'>
  /** Null for a budget, which is no phone's. */
  publicId: string | null
  /** The phone's name; empty for a budget. */
  phone: string
  /** Whether the page shows it, and whether it sounds. */
  shows: boolean
  sounds: boolean
}

export const longestStillS = 86_400
export const longestQuietS = 86_400
export const usualQuietS = 300
export const longestRecordingS = 3600
export const mostRules = 200

/** Whether a rule looks at screens. */
export const readsScreens = ({ kind }: Pick<RuleWhen, 'kind'>): boolean =>
  kind === 'text' || kind === 'change' || kind === 'still'

/**
 * Whether a rule that is on sees nothing while all phones are paused: where no person paused them, those that keep phones live
 * go on.
 */
export const isBlind = (
  { isOn, when, keepsLive }: Pick<Rule, 'isOn' | 'when' | 'keepsLive'>,
  paused: PauseReason | null,
): boolean => {
  if (!isOn || paused === null) return false
  if (paused === 'person') return readsScreens(when) || when.kind === 'offline'
  return readsScreens(when) && !keepsLive
}

/** Whether an action needs a phone, which a budget has not. */
export const needsPhone = ({ kind }: Pick<RuleThen, 'kind'>): boolean =>
  kind !== 'notify' && kind !== 'sound' && kind !== 'call'

/** Whether an address can be called: `https`, without name and password. */
export function isCallable(address: string): boolean {
  try {
    const { protocol, username, password } = new URL(address)
    return protocol === 'https:' && username === '' && password === ''
  } catch {
    return false
  }
}
