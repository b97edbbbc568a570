import { z } from 'zod'
import { activityKinds, activityOutcomes, type ActivityQuery } from './activity'

export const activityQuerySchema = z.strictObject({
  text: z.string().max(200),
  named: z.array(z.enum(activityKinds)).max(activityKinds.length),
  namedOutcomes: z.array(z.enum(activityOutcomes)).max(activityOutcomes.length),
  namedAbouts: z.array(z.string().max(200)).max(500),
  publicIds: z.array(z.string().min(1)).nullable(),
  notFleets: z.array(z.string()),
  what: z.enum(activityKinds).nullable(),
  failed: z.boolean(),
}) satisfies z.ZodType<ActivityQuery>
