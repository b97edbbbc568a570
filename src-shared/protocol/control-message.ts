import { z } from 'zod'

/** What a client sends on the control channel, one JSON object a message (spec 4.11). Snapshot pixels, notches. */
export const controlMessageSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('mouse'),
    x: z.int(),
    y: z.int(),
    buttons: z.union([z.literal(0), z.literal(1)]),
  }),
  z.strictObject({ type: z.literal('scroll'), x: z.int(), y: z.int(), dy: z.int() }),
  z.strictObject({ type: z.literal('key'), key: z.string() }),
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('ping') }),
])
export type ControlMessage = z.infer<typeof controlMessageSchema>
