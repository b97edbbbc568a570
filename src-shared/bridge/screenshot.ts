/**
 * A phone's screen:
 * - `costs`: it is not live, so that the service would have to be asked; nothing was
 * - `saved`: it is a file now
 * - `picture`: a JPEG in base64, for a page that saves it itself, and what to call it
 */
export type Screenshot =
  | { kind: 'costs' }
  | { kind: 'saved'; path: string }
  | { kind: 'picture'; name: string; base64: string }
