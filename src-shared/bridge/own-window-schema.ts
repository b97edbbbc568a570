import { z } from 'zod'

/** What is asked of the shell for a phone's own window: the room of its page, in CSS px. */
export const ownWindowSchema = z.strictObject({
  publicId: z.string().min(1),
  width: z.int().positive(),
  height: z.int().positive(),
})
/** The room of its page alone. */
export const roomSchema = ownWindowSchema.omit({ publicId: true })
/** Phones that may have had one. */
export const phoneIdsSchema = z.array(z.string().min(1))
export type OwnWindow = z.infer<typeof ownWindowSchema>
export type Room = z.infer<typeof roomSchema>
