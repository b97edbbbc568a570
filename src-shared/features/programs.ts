import { z } from 'zod'
import { programToolNames, type Grant } from './programs-state'

/** A grant, as it is given. */
export const grantSchema = z.strictObject({
  name: z.string().trim().min(1).max(60),
  phones: z.string().trim().min(1).max(10_000),
  readOnly: z.boolean(),
  tools: z.array(z.enum(programToolNames)).max(programToolNames.length).nullable(),
  actionsPerHour: z.int().min(0).max(1_000_000).nullable(),
  until: z.int().min(0).max(8.64e15).nullable(),
  folders: z.array(z.string().min(1).max(4000)).max(50),
  mayInterrupt: z.boolean(),
}) satisfies z.ZodType<Grant>
