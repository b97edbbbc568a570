import type { OutcomeWord } from './outcomes-state'

/** What is known of a phone's state; for one out of sight, what was seen last. */
export const conditions = ['ready', 'unseen', 'automation', 'parked', 'offline', 'blocked'] as const
export type Condition = (typeof conditions)[number]

/** How many of the chosen labels a shown phone carries. */
export const labelMatches = ['any', 'all', 'none'] as const
export type LabelMatch = (typeof labelMatches)[number]

/**
 * Which phones are shown: those that match the search and the labels, are in one of the conditions, and have one of the
 * outcomes.
 */
export interface Filter {
  search: string
  /** By name. */
  labels: string[]
  match: LabelMatch
  conditions: Condition[]
  outcomes: OutcomeWord[]
}

/** A filter that the user named. */
export interface SavedView extends Filter {
  name: string
}

export const noFilter: Filter = { search: '', labels: [], match: 'any', conditions: [], outcomes: [] }
