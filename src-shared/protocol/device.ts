import { z } from 'zod'

/** A width and height in pixels, whole and positive. */
export const sizeSchema = z.object({ width: z.int().positive(), height: z.int().positive() })
export type Size = z.infer<typeof sizeSchema>

/** A label of the account as a device carries it (spec 2, Label). */
const labelSchema = z.looseObject({ name: z.string(), color: z.string() })
export type Label = z.infer<typeof labelSchema>

/** A device as GET /devices lists it and PATCH answers it (spec 2). Unknown fields stay. */
export const deviceSchema = z.looseObject({
  public_id: z.string().min(1),
  name: z.string(),
  custom_name: z.string().nullable(),
  notes: z.string().nullable(),
  labels: z.array(labelSchema),
  dashboard_id: z.int(),
  dashboard_url: z.string(),
})
export type Device = z.infer<typeof deviceSchema>

export const deviceListSchema = z.array(deviceSchema)

/** A device with its sizes (spec 2, Device detail). Only `snapshot` counts for coordinates. */
export const deviceDetailSchema = deviceSchema.extend({ screen: sizeSchema, snapshot: sizeSchema })
export type DeviceDetail = z.infer<typeof deviceDetailSchema>
