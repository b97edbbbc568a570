import { z } from 'zod'

/** What a ticket call answers (spec 2, Upload ticket). `max_bytes` is always read from here. */
export const uploadTicketSchema = z.looseObject({
  upload_url: z.url(),
  ticket: z.string().min(1),
  max_bytes: z.int(),
  expires_at: z.iso.datetime({ offset: true }),
})
export type UploadTicket = z.infer<typeof uploadTicketSchema>
