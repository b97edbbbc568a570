import { z } from 'zod'

/** One daily budget of the account pool, in its own unit (spec 2, Usage). */
export const budgetSchema = z.looseObject({ used: z.int(), budget: z.int(), remaining: z.int() })

/** GET /usage (spec 4.9). `resets_at` is the next UTC midnight. */
export const usageSchema = z.looseObject({
  active_minutes: budgetSchema,
  actions: budgetSchema,
  snapshots: budgetSchema,
  uploads: budgetSchema,
  max_active_devices: z.int(),
  resets_at: z.iso.datetime({ offset: true }),
})
export type Usage = z.infer<typeof usageSchema>
