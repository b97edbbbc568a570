import { z } from 'zod'
import { publicId } from '../bridge/parameters'
import { mostNews, type KeptNews, type News, type NewsTarget } from './news-state'

export const newsTargetSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('phone'), publicId }),
  z.strictObject({ kind: z.literal('run'), id: z.string().min(1).max(100) }),
  z.strictObject({ kind: z.literal('command'), id: z.string().min(1).max(300) }),
]) satisfies z.ZodType<NewsTarget>

export const calls = {} as const

export const tells = {
  /** A person has seen these news of the open fleet, by their ids; null for all. */
  'news.seen': z.strictObject({ ids: z.array(z.string().max(100)).max(mostNews).nullable() }),
  /** Shows in the window what news lead to; it comes as `go-to`. */
  'news.show': z.strictObject({ target: newsTargetSchema }),
} as const

interface State {
  /** Of the open fleet, the newest first. */
  news: readonly KeptNews[]
}

type Event =
  /** The open fleet has other news, or another fleet is open. */
  | { type: 'news'; news: readonly KeptNews[] }
  /** For the desktop: what has come within a short time. */
  | { type: 'told'; news: readonly [News, ...News[]] }

/** All that crosses the bridge about what a person should hear of. */
export interface Slice {
  calls: typeof calls
  tells: typeof tells
  state: State
  event: Event
  results: object
}
