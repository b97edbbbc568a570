import { z } from 'zod'
import { sizeSchema } from '../protocol/device'

const spaceSchema = sizeSchema.strict()

/** One thing a hand does on a phone. Snapshot pixels of `space`, the frame size that the page saw; notches. */
export const gestureSchema = z.discriminatedUnion('kind', [
  /** The pointer rests on a live screen: opens the control channel before it is needed. */
  z.strictObject({ kind: z.literal('hover') }),
  z.strictObject({
    kind: z.literal('pointer'),
    x: z.int().nonnegative(),
    y: z.int().nonnegative(),
    pressed: z.boolean(),
    space: spaceSchema,
  }),
  z.strictObject({
    kind: z.literal('scroll'),
    x: z.int().nonnegative(),
    y: z.int().nonnegative(),
    dy: z.int(),
    space: spaceSchema,
  }),
  /** The press is over, wherever the pointer is: the window lost focus, the tile went away. */
  z.strictObject({ kind: z.literal('release') }),
  /** A key by its vocabulary name. */
  z.strictObject({ kind: z.literal('key'), key: z.string().min(1) }),
  z.strictObject({ kind: z.literal('text'), text: z.string().min(1) }),
])
export type Gesture = z.infer<typeof gestureSchema>
