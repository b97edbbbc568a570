import { z } from 'zod'
import { publicId } from '../bridge/parameters'
import { longestStillS, type TextHit, type TextsState, type Watch } from './screens-state'

export const calls = {
  /** Reads a phone's screen now. Answers where it shows the text that is searched for. */
  'texts.locate': z.strictObject({ publicId }),
  /** Watches these phones' screens, each until what is waited for is so; replaces a phone's other watch. */
  'watches.start': z.strictObject({
    publicIds: z.array(publicId).min(1).max(5000),
    waitsFor: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('change') }),
      z.strictObject({ kind: z.literal('still'), seconds: z.int().min(1).max(longestStillS) }),
      z.strictObject({ kind: z.literal('text'), text: z.string().min(1).max(200) }),
    ]),
  }),
  'watches.stop': z.strictObject({ publicIds: z.array(publicId).min(1) }),
} as const

export const tells = {
  /** Searches the live screens for a text; null ends the search. */
  'texts.search': z.strictObject({
    text: z.string().min(1).max(200).nullable(),
    publicIds: z.array(publicId).max(5000),
  }),
} as const

/** The answers of calls; those that are missing answer nothing. */
interface Results {
  /** The first place, in snapshot pixels; null where the screen doesn't show it. */
  'texts.locate': { place: TextHit | null }
}

interface State {
  texts: TextsState
  watches: readonly Watch[]
}

type Event =
  | { type: 'texts'; texts: TextsState }
  | { type: 'watches'; watches: readonly Watch[] }
  /** What a watch waited for is so. */
  | { type: 'watched'; watch: Watch }
  /** Another fleet opened, which ended so many watches. */
  | { type: 'unwatched'; n: number }

/** All that crosses the bridge about what screens show: search for text, watches. */
export interface Slice {
  calls: typeof calls
  tells: typeof tells
  state: State
  event: Event
  results: Results
}
