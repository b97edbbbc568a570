/**
 * The result of a screenshot:
 * - `costs`: the phone is not live; a snapshot would be needed, and none was taken
 * - `saved`: a file
 * - `picture`: a JPEG in base64 that the page saves, with its file name
 */
export type Screenshot =
  | { kind: 'costs' }
  | { kind: 'saved'; path: string }
  | { kind: 'picture'; name: string; base64: string }
