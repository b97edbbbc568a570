import { z } from 'zod'
import { sizeSchema } from '../protocol/device'

const spaceSchema = sizeSchema.strict()
const coordinate = z.int().nonnegative()
/** Counts a page's presses from 1; a press keeps its number until the finger is up. */
const press = z.int().positive()

/** User input on one phone. Coordinates are snapshot pixels of `space`, the frame size that the page showed. */
export const gestureSchema = z.discriminatedUnion('kind', [
  /** The pointer rests on a live screen without pressing: opens the control channel before it is needed. */
  z.strictObject({ kind: z.literal('hover') }),
  z.strictObject({
    kind: z.literal('pointer'),
    press,
    phase: z.enum(['down', 'move', 'up']),
    x: coordinate,
    y: coordinate,
    space: spaceSchema,
  }),
  /** Ends a press without a position: the window lost focus, the tile went away. */
  z.strictObject({ kind: z.literal('release'), press }),
  /** `dy` in notches. */
  z.strictObject({
    kind: z.literal('scroll'),
    x: coordinate,
    y: coordinate,
    dy: z.int(),
    space: spaceSchema,
  }),
  /** A key by its vocabulary name. */
  z.strictObject({ kind: z.literal('key'), key: z.string().min(1) }),
  z.strictObject({ kind: z.literal('text'), text: z.string().min(1) }),
])
export type Gesture = z.infer<typeof gestureSchema>
export type PressGesture = Extract<Gesture, { press: number }>

/** Whether a gesture counts as an action (spec 4.11, rule 6): if it is never sent, the user has lost something. */
export const isInput = (gesture: Gesture): boolean =>
  gesture.kind === 'pointer'
    ? gesture.phase === 'down'
    : gesture.kind !== 'hover' && gesture.kind !== 'release'

/** Whether a gesture lifts the finger. */
export const endsPress = (gesture: Gesture): boolean =>
  gesture.kind === 'release' || (gesture.kind === 'pointer' && gesture.phase === 'up')
