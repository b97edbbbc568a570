import { z } from 'zod'

// Far above any account; a service that counts wrong shows nothing absurd.
const mostCounted = 1_000_000_000
const countSchema = z.int().transform((count) => Math.min(Math.max(0, count), mostCounted))

/** One daily budget of the account pool, in its own unit (spec 2, Usage). */
const budgetSchema = z.looseObject({ used: countSchema, budget: countSchema, remaining: countSchema })

/** GET /usage (spec 4.9). `resets_at` is the next UTC midnight. */
export const usageSchema = z.looseObject({
  active_minutes: budgetSchema,
  actions: budgetSchema,
  snapshots: budgetSchema,
  uploads: budgetSchema,
  max_active_devices: countSchema,
  resets_at: z.iso.datetime({ offset: true }).max(100),
})
export type Usage = z.infer<typeof usageSchema>
