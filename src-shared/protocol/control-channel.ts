import { z } from 'zod'
import { limits } from './limits'

// A text message has at most 4096 characters (spec 4.11).
const mostSkipped = 4096
const shortText = z.string().transform((text) => text.slice(0, 100))

const extent = z.object({ w: z.int().positive(), h: z.int().positive() })

/** The service's messages on the control channel (spec 6). Unknown `error` codes stay as they are; long texts are cut. */
export const controlEventSchema = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('ready'),
    logical: extent,
    snapshot: extent,
    // A rate of none would hold all input back, and the channel without a word.
    max_messages_per_second: z
      .number()
      .transform((rate) => Math.min(Math.max(1, Math.floor(rate)), limits.controlMessagesPerSecond)),
  }),
  z.looseObject({ type: z.literal('pong') }),
  z.looseObject({
    type: z.literal('typed'),
    // Cut first: a check of thousands of wrong entries takes long.
    skipped: z
      .array(z.unknown())
      .transform((skipped) => skipped.slice(0, mostSkipped))
      .pipe(z.array(shortText)),
  }),
  z.looseObject({ type: z.literal('error'), code: shortText, detail: z.string().optional() }),
])
export type ControlEvent = z.infer<typeof controlEventSchema>

/** The client's messages on the control channel (spec 4.11). Coordinates in snapshot pixels, `dy` in notches. */
export type ControlMessage =
  | { type: 'mouse'; x: number; y: number; buttons: 0 | 1 }
  | { type: 'scroll'; x: number; y: number; dy: number }
  | { type: 'key'; key: string }
  | { type: 'text'; text: string }
  | { type: 'ping' }
