/**
 * The result of a screenshot:
 * - `costs`: the phone is not live; a snapshot would be needed, and none was taken
 * - `saved`: the file of this path
 */
export type Screenshot = { kind: 'costs' } | { kind: 'saved'; path: string }
