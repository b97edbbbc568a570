import { z } from 'zod'
import type { Fault } from '../protocol/fault'
import type { AppEvent } from './app-state'

/** The page's messages; each command's schema checks its parameters. */
export const upSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('call'),
    id: z.int().nonnegative(),
    command: z.string(),
    params: z.unknown(),
  }),
  z.strictObject({ kind: z.literal('tell'), command: z.string(), params: z.unknown() }),
])
export type Up = z.infer<typeof upSchema>

/** The core's messages; typed code makes `result` and `event`. */
export type Down =
  | { kind: 'reply'; id: number; ok: true; result: unknown }
  | { kind: 'reply'; id: number; ok: false; fault: Fault }
  | { kind: 'event'; event: AppEvent }
