import { z } from 'zod'
import { activityKinds, type ActivityQuery } from './activity'

export const activityQuerySchema = z.strictObject({
  text: z.string().max(200),
  named: z.array(z.enum(activityKinds)),
  publicIds: z.array(z.string().min(1)).nullable(),
  what: z.enum(activityKinds).nullable(),
  failed: z.boolean(),
}) satisfies z.ZodType<ActivityQuery>
