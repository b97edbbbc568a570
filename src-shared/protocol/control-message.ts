/** What a client sends on the control channel, one JSON object a message (spec 4.11). Snapshot pixels, notches. */
export type ControlMessage =
  | { type: 'mouse'; x: number; y: number; buttons: 0 | 1 }
  | { type: 'scroll'; x: number; y: number; dy: number }
  | { type: 'key'; key: string }
  | { type: 'text'; text: string }
  | { type: 'ping' }
