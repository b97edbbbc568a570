import { z } from 'zod'

/** An upload ticket (spec 2). `max_bytes` is always read from here. */
export const uploadTicketSchema = z.looseObject({
  upload_url: z.url().max(4000),
  // It becomes a header.
  ticket: z.string().regex(/^[!-~]{1,4000}$/, 'expected printable ASCII'),
  max_bytes: z.int().nonnegative(),
  expires_at: z.iso.datetime({ offset: true }).max(100),
})
export type UploadTicket = z.infer<typeof uploadTicketSchema>
