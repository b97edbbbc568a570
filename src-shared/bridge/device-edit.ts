import { z } from 'zod'

/** A change of phones. Omitted fields and unnamed labels stay. */
export const deviceEditSchema = z.strictObject({
  /** Null removes it. */
  customName: z.string().nullable().optional(),
  /** Null clears them. */
  notes: z.string().nullable().optional(),
  /** The colour applies to labels that are new to the account. */
  addLabels: z.array(z.strictObject({ name: z.string(), color: z.string() })).optional(),
  removeLabels: z.array(z.string()).optional(),
})
export type DeviceEdit = z.infer<typeof deviceEditSchema>
