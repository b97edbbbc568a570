import { z } from 'zod'
import { conditions, noFilter, type Filter, type SavedView } from './filter'

const filterSchema = z.strictObject({
  search: z.string(),
  labels: z.array(z.string()),
  conditions: z.array(z.enum(conditions)),
}) satisfies z.ZodType<Filter>

const savedViewSchema = z.strictObject({
  name: z.string().min(1),
  ...filterSchema.shape,
}) satisfies z.ZodType<SavedView>

export const lastViewSchema = z.strictObject({
  ...filterSchema.shape,
  /** Phones by `public_id`; they may be gone by now. */
  selected: z.array(z.string().min(1)),
  /** The phone in the focus view. */
  focused: z.string().min(1).nullable(),
  saved: z.array(savedViewSchema),
})

/** How the user left a fleet's wall, for the next time it opens. */
export type LastView = z.infer<typeof lastViewSchema>

export const noLastView: LastView = { ...noFilter, selected: [], focused: null, saved: [] }
