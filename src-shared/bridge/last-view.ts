import { z } from 'zod'
import { noFilter } from './filter'
import { filterSchema, savedViewSchema } from './filter-schema'

export const lastViewSchema = z.strictObject({
  ...filterSchema.shape,
  /** Phones, by their public ids; they may be gone by now. */
  selected: z.array(z.string().min(1)),
  /** The phone that was open large. */
  focused: z.string().min(1).nullable(),
  saved: z.array(savedViewSchema),
})

/** How the person left the phones of a fleet, to be found again when it is opened the next time. */
export type LastView = z.infer<typeof lastViewSchema>

export const noLastView: LastView = { ...noFilter, selected: [], focused: null, saved: [] }
