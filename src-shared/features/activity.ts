import type { Fault } from '../protocol/fault'
import type { LaunchValues } from '../protocol/launch-field'

/**
 * What an entry is about:
 * - `action`, `edit`, `launch`: a phone's part of something done on one phone or many; `about` is the action's type, which
 *   its key, preset, `on` or `off` may follow (`press home`), the edited fields (`name notes labels`) or the automation's kind
 * - `touch`: someone used the phone by hand
 * - `upload`, `screenshot`, `contact-sheet`, `recording`, `file`, `deletion`: `about` is the file's name
 * - `flow`: one flow on one phone; `about` is the flow's name
 * - `rule`: one has fired, or what it did has failed; `about` is its name, else what it waits for (`still`, `offline`)
 * - `schedule`: a start of a schedule, or those that were missed; `about` is its name
 * - `program`: a call of a program; `about` is its tool or command, else `grant`, `revoke` or `stop`. `by` names the program.
 *   Calls that change nothing and come again are one entry, whose `times` counts them
 * - `job`: an automation's state on the phone and its kind, in `about` (`completed warm_up`)
 * - `phone`: its connection; `about` is `offline`, `blocked`, `online` or empty
 * - `control`: its control channel; `about` is `taken` or empty
 * - `stop`: of everything; `about` is the name of the fleet in whose window, if it is another one
 * - `pause`: of all phones; `about` is the reason
 * - `fleet`: one was opened, changed or removed; `about` is its name
 * - `notice`: a message that concerned no single phone
 */
export const activityKinds = [
  'action',
  'edit',
  'launch',
  'touch',
  'upload',
  'screenshot',
  'contact-sheet',
  'recording',
  'file',
  'deletion',
  'flow',
  'rule',
  'schedule',
  'program',
  'job',
  'phone',
  'control',
  'stop',
  'pause',
  'fleet',
  'notice',
] as const
export type ActivityKind = (typeof activityKinds)[number]

export const activityOutcomes = ['begun', 'done', 'failed', 'unknown', 'cancelled'] as const
export type ActivityOutcome = (typeof activityOutcomes)[number]

/** Something that a person or Fleetwall did, or that happened to a phone. It holds no key and no typed text. */
export interface ActivityEntry {
  /** Ms since the epoch. */
  at: number
  /** The fleet's name. */
  fleet: string
  /** Null when it concerns no single phone. */
  publicId: string | null
  /** The phone's name at that time. */
  phone: string
  what: ActivityKind
  outcome: ActivityOutcome
  about: string
  /** Why it failed; null otherwise. */
  fault: Fault | null
  /** Why a flow failed, in English. */
  reason?: string | undefined
  /** The further fields that a launch sent; of a text only that it was sent, as '…'. */
  fields?: LaunchValues | undefined
  /** Of a program's entry, its grant's name. */
  by?: string | undefined
  /** How often it happened in a row; left out for once. It grows until another entry follows. */
  times?: number | undefined
  /** The id of the job that a launch queued, or that the entry is about. */
  job?: string | undefined
}

/** Which entries are wanted; all of them together must match. */
export interface ActivityQuery {
  /** Occurs in the phone's name or id, the fleet's name, `about`, `by`, `reason` or the service's words, in any case. */
  text: string
  /** The kinds whose words hold the text in the window's language: their entries match it, too. */
  named: ActivityKind[]
  /** The outcomes whose words do. */
  namedOutcomes: ActivityOutcome[]
  /** The kinds, each with an `about` whose words do: `action text`. */
  namedAbouts: string[]
  /** Null for all phones, and for entries about none. */
  publicIds: string[] | null
  /** The names of fleets whose entries are not wanted. */
  notFleets: string[]
  what: ActivityKind | null
  /** Only what failed or is unknown. */
  failed: boolean
}

/** Every entry, of all fleets. */
export const anyActivity: ActivityQuery = {
  text: '',
  named: [],
  namedOutcomes: [],
  namedAbouts: [],
  publicIds: null,
  notFleets: [],
  what: null,
  failed: false,
}

/** A part of the entries that match a query, newest first. */
export interface ActivityPart {
  total: number
  entries: readonly ActivityEntry[]
}
