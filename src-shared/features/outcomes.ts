import type { PhoneOutcome } from './outcomes-state'

export const calls = {} as const
export const tells = {} as const

interface State {
  /** Of the open fleet's phones of which something is known. */
  outcomes: readonly PhoneOutcome[]
}

type Event =
  /** Another fleet is open: all of them. */
  | { type: 'outcomes'; outcomes: readonly PhoneOutcome[] }
  /** Those that have changed. */
  | { type: 'outcomes-changed'; outcomes: readonly PhoneOutcome[] }

/** All that crosses the bridge about what came of jobs and flows on phones. */
export interface Slice {
  calls: typeof calls
  tells: typeof tells
  state: State
  event: Event
  results: object
}
