import { z } from 'zod'
import type { PageId } from '../bridge/page-id'
import { publicId } from '../bridge/parameters'
import type { TextHit, TextsState } from './screens-state'

export const calls = {
  /** Reads a phone's screen now. Answers where it shows the text that is searched for. */
  'texts.locate': z.strictObject({ publicId }),
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
}

/** What the search of one page has found. */
type Event = { type: 'texts'; to: PageId; texts: TextsState }

/** All that crosses the bridge about what screens show: search for a text. */
export interface Slice {
  calls: typeof calls
  tells: typeof tells
  state: State
  event: Event
  results: Results
}
