import { z } from 'zod'
import { conditions } from './filter'

export const filterSchema = z.strictObject({
  search: z.string(),
  /** By their names. */
  labels: z.array(z.string()),
  conditions: z.array(z.enum(conditions)),
})

/** Which phones are shown: those that are found, carry one of the labels, and are in one of the conditions. */
export type Filter = z.infer<typeof filterSchema>

export const savedViewSchema = z.strictObject({ name: z.string().min(1), ...filterSchema.shape })

/** A filter that has been given a name. */
export type SavedView = z.infer<typeof savedViewSchema>
