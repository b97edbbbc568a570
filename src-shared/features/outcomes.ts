import { z } from 'zod'
import { publicId } from '../bridge/parameters'
import { clearableKinds, type PhoneOutcome } from './outcomes-state'

export const calls = {
  /** Clears marks of phones: of the last flows, of the last job, or both. What marks nothing stays. */
  'outcomes.clear': z.strictObject({
    publicIds: z.array(publicId).max(5000),
    kinds: z.array(z.enum(clearableKinds)),
  }),
} as const
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
