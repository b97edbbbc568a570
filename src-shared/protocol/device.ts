import { z } from 'zod'
import { isAddressable } from './bounded'
import { defaultLabelColor } from './label-color'
import { withoutDirections } from './directions'

/** Returns an address only if a browser may open it: https, or http on this computer. Empty for any other. */
export const webAddress = (text: string) =>
  /^(https:\/\/[^\s/]|http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?(\/|$))/i.test(text) ? text : ''

/** A width and height in pixels, whole and positive. */
export const sizeSchema = z.object({ width: z.int().positive(), height: z.int().positive() })
export type Size = z.infer<typeof sizeSchema>

const longestId = 200
const longestText = 10_000
const mostLabels = 200

/** An id of the service, which becomes part of an address. */
const idSchema = z.string().min(1).max(longestId).refine(isAddressable, 'no part of an address')
const textSchema = z.string().max(longestText)

// A name has at most 64 characters (spec 4.4).
const longestName = 200
const nameSchema = textSchema.transform((text) => [...withoutDirections(text)].slice(0, longestName).join(''))

/** A colour as the service writes it (spec 2, Label); the default in place of anything else, because it becomes a style. */
const colorSchema = z.string().transform((text) => (/^#[\da-f]{6}$/i.test(text) ? text : defaultLabelColor))

/** A label of the account as a device carries it (spec 2, Label). */
const labelSchema = z.looseObject({ name: textSchema, color: colorSchema })
export type Label = z.infer<typeof labelSchema>

/**
 * A device as GET /devices lists it and PATCH answers it (spec 2). Unknown fields stay; long names are cut;
 * `dashboard_url` is empty unless a browser may open it.
 */
export const deviceSchema = z.looseObject({
  public_id: idSchema,
  name: nameSchema,
  custom_name: nameSchema.nullable(),
  notes: textSchema.nullable(),
  labels: z.array(labelSchema).max(mostLabels),
  dashboard_id: z.int(),
  dashboard_url: textSchema.transform(webAddress),
})
export type Device = z.infer<typeof deviceSchema>

/** A device with its sizes (spec 2, Device detail). Only `snapshot` counts for coordinates. */
export const deviceDetailSchema = deviceSchema.extend({ screen: sizeSchema, snapshot: sizeSchema })
export type DeviceDetail = z.infer<typeof deviceDetailSchema>
