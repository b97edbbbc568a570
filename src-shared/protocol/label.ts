import { z } from 'zod'

/** A label of the account as a device carries it (spec 2, Label). */
export const labelSchema = z.looseObject({ name: z.string(), color: z.string() })
export type Label = z.infer<typeof labelSchema>
