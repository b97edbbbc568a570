/** A part of a phone's screen, in snapshot pixels of `space`. */
export interface TextHit {
  left: number
  top: number
  width: number
  height: number
}

/** The live screens that show a text. */
export interface TextsState {
  /** What is searched for; null while nothing is. */
  text: string | null
  /** How many screens are still to be read. */
  reading: number
  /** How many of the phones that are searched were not live yet, and so not read. */
  unread: number
  hits: readonly { publicId: string; space: { width: number; height: number }; boxes: readonly TextHit[] }[]
}

export const noTexts: TextsState = { text: null, reading: 0, unread: 0, hits: [] }
