/** A part of a phone's screen, in snapshot pixels of `space`. */
export interface TextHit {
  left: number
  top: number
  width: number
  height: number
}

/** A screen that shows the text. */
export interface ScreenHits {
  publicId: string
  space: { width: number; height: number }
  boxes: readonly TextHit[]
  /** Whether the screen has changed since it was read, so that the boxes may be in the wrong place. */
  isOld: boolean
}

/** The live screens that show a text. */
export interface TextsState {
  /** What is searched for; null while nothing is. */
  text: string | null
  /** How many screens are still to be read. */
  reading: number
  /** How many of the phones that are searched are not live, and so not read. */
  unread: number
  hits: readonly ScreenHits[]
}

export const noTexts: TextsState = { text: null, reading: 0, unread: 0, hits: [] }
