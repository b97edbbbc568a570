import { z } from 'zod'

/** What is asked of the shell for a phone's own window: the room of its page, in CSS px. */
export const ownWindowSchema = z.strictObject({
  publicId: z.string().min(1),
  width: z.int().positive(),
  height: z.int().positive(),
})
export type OwnWindow = z.infer<typeof ownWindowSchema>
