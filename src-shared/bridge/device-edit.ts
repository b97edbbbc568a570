import { z } from 'zod'

/** A change of phones. What is left out is not touched; labels that are not named stay, in their order. */
export const deviceEditSchema = z.strictObject({
  /** Null removes it. */
  customName: z.string().nullable().optional(),
  /** Null clears them. */
  notes: z.string().nullable().optional(),
  /** The colour counts for labels that the account does not have yet. */
  addLabels: z.array(z.strictObject({ name: z.string(), color: z.string() })).optional(),
  removeLabels: z.array(z.string()).optional(),
})
export type DeviceEdit = z.infer<typeof deviceEditSchema>
