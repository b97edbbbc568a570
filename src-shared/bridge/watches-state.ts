/** What a person waits for on a phone's screen. */
export type WatchFor =
  /** It changes, beside its status bar. */
  | { kind: 'change' }
  /** It has not changed for so long. */
  | { kind: 'still'; seconds: number }
  /** It shows this text, in any case. */
  | { kind: 'text'; text: string }

export interface Watch {
  publicId: string
  /** The phone's name when the watch began. */
  phone: string
  waitsFor: WatchFor
}

export const longestStillS = 86_400
