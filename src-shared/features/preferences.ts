import { z } from 'zod'
import type { Policy } from './policy'
import type { Preferences } from './preferences-state'
import { preferenceChangesSchema, proxySchema } from './preferences-schema'

export const calls = {
  /** Omitted preferences stay. */
  'preferences.change': preferenceChangesSchema,
  /** Sets the way to the service and opens the fleet again. A null password stays as it is. */
  'proxy.choose': z.strictObject({ ...proxySchema.shape, password: z.string().max(500).nullable() }),
} as const

interface State {
  preferences: Preferences
  /** Of this computer's administrator; null for none. */
  policy: Policy | null
}

type Event = { type: 'preferences'; preferences: Preferences }

/** All that crosses the bridge about preferences and policy. */
export interface Slice {
  calls: typeof calls
  tells: object
  state: State
  event: Event
  results: object
}
