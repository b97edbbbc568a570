import { z } from 'zod'

/** The body of PATCH /devices/{public_id} (spec 4.4): a field left out is not touched, null removes. */
export const devicePatchSchema = z.strictObject({
  custom_name: z.string().nullable().optional(),
  notes: z.string().nullable().optional(),
  labels: z.array(z.strictObject({ name: z.string(), color: z.string().optional() })).optional(),
})
export type DevicePatch = z.infer<typeof devicePatchSchema>
