import { z } from 'zod'

/** An upload ticket (spec 2). `max_bytes` is always read from here. */
export const uploadTicketSchema = z.looseObject({
  upload_url: z.url(),
  ticket: z.string().min(1),
  max_bytes: z.int(),
  expires_at: z.iso.datetime({ offset: true }),
})
export type UploadTicket = z.infer<typeof uploadTicketSchema>
