import { z } from 'zod'
import { mostWalls } from './page-id'

const publicId = z.string().min(1).max(200)
// The largest that displays are, several times over.
const side = z.int().positive().max(20_000)

/** A request for a phone's own window: the size of its content, in CSS px. */
export const ownWindowSchema = z.strictObject({
  publicId,
  width: side,
  height: side,
})
/** The size of its content, in CSS px. */
export const roomSchema = ownWindowSchema.omit({ publicId: true })
/** The id of a fleet that is to have a window. */
export const fleetIdSchema = z.string().min(1).max(100)
/** The number of a wall. */
export const wallNumberSchema = z.int().min(1).max(mostWalls)
/** Phones that may have had a window. */
export const phoneIdsSchema = z.array(publicId).max(5000)
export type OwnWindow = z.infer<typeof ownWindowSchema>
export type Room = z.infer<typeof roomSchema>
