/** What is known of a phone's state; for one out of sight, what was seen last. */
export const conditions = ['ready', 'automation', 'parked', 'offline', 'blocked'] as const
export type Condition = (typeof conditions)[number]

/** Which phones are shown: those that match the search, carry one of the labels and are in one of the conditions. */
export interface Filter {
  search: string
  /** By name. */
  labels: string[]
  conditions: Condition[]
}

/** A filter that the user named. */
export interface SavedView extends Filter {
  name: string
}

export const noFilter: Filter = { search: '', labels: [], conditions: [] }
