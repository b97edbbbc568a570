/** The orders of the wall. `hand`: as the person has placed them, and the rest as the service lists them. */
export const sortOrders = ['hand', 'name', 'label', 'state', 'outcome', 'used'] as const
export type SortOrder = (typeof sortOrders)[number]

/** How a fleet's phones and labels are arranged; phones by `public_id`, labels by name. */
export interface Arrangement {
  sort: SortOrder
  /** Whether each first label has a heading; `sort` orders the phones below it. */
  grouped: boolean
  /** Stand before all others. */
  pinned: string[]
  /** The phones placed by hand, first to last. */
  placed: string[]
  /** The labels placed by hand, first to last. */
  labels: string[]
  /** The phones that were used, the latest first. */
  used: string[]
  /** The phones that take no touch and no typing here. */
  viewOnly: string[]
}

export const noArrangement: Arrangement = {
  sort: 'hand',
  grouped: false,
  pinned: [],
  placed: [],
  labels: [],
  used: [],
  viewOnly: [],
}
