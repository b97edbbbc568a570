/** Identifies a page: the `public_id` of the phone that a window shows, or null for the wall. */
export type PageId = string | null
