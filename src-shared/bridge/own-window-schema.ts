import { z } from 'zod'

/** A request for a phone's own window: the size of its content, in CSS px. */
export const ownWindowSchema = z.strictObject({
  publicId: z.string().min(1),
  width: z.int().positive(),
  height: z.int().positive(),
})
/** The size of its content, in CSS px. */
export const roomSchema = ownWindowSchema.omit({ publicId: true })
/** Phones that may have had a window. */
export const phoneIdsSchema = z.array(z.string().min(1))
export type OwnWindow = z.infer<typeof ownWindowSchema>
export type Room = z.infer<typeof roomSchema>
