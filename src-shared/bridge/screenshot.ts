/**
 * The result of a screenshot:
 * - `costs`: the phone is not live; a snapshot would be needed, and none was taken
 * - `saved`: a file, in or below a folder
 */
export type Screenshot = { kind: 'costs' } | { kind: 'saved'; path: string; folder: string }
