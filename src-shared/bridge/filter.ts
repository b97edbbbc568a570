import type { Filter } from './filter-schema'

/** What is known of a phone, wherever it stands on the wall: of one out of sight, what was seen last. */
export const conditions = ['ready', 'automation', 'parked', 'offline', 'blocked'] as const
export type Condition = (typeof conditions)[number]

export const noFilter: Filter = { search: '', labels: [], conditions: [] }
