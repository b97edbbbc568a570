import { z } from 'zod'
import type { Fault } from '../protocol/fault'
import type { AppEvent } from './contract'

/** What the page may put on the wire; the parameters are checked against the command's own schema. */
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

/** What the core puts on the wire. `result` and `event` are made by our own typed code. */
export type Down =
  | { kind: 'reply'; id: number; ok: true; result: unknown }
  | { kind: 'reply'; id: number; ok: false; fault: Fault }
  | { kind: 'event'; event: AppEvent }
