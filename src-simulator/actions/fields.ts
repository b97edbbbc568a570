import { z } from 'zod'

const LONGEST_GESTURE_MS = 30_000

/** The most that one wheel message moves, in notches (spec section 8). */
const MOST_NOTCHES = 20

/** A place on the screen in snapshot pixels. */
export const coordinate = z.number().nonnegative()

/** How long a gesture takes, in milliseconds. */
export const duration = (usual: number) => z.number().min(0).max(LONGEST_GESTURE_MS).default(usual)

/** Wheel notches, held to what one message may move. */
export const notches = z.number().transform((dy) => Math.max(-MOST_NOTCHES, Math.min(MOST_NOTCHES, dy)))
