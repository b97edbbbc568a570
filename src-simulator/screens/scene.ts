import type { Point, Rect } from './geometry'
import type { Pen } from './pen'
import type { Scroller } from './scroller'
import type { TextField } from './text-field'

/** What a scene is laid out for. Points and milliseconds. */
export interface Stage {
  width: number
  height: number
  /** Kept free for the status bar. */
  top: number
  /** Kept free for the home indicator. */
  bottom: number
  now: number
}

export interface Look {
  now: number
  /** A finger rests on it. */
  pressed: boolean
}

/** Something at one place: what it looks like and what a tap on it does, so that both always agree. */
export interface Piece {
  /** In its pane's content. */
  at: Rect
  /** Identifies it in its pane; required if it can be tapped. */
  key?: string
  /** The origin is the piece's own top left corner. */
  draw(pen: Pen, look: Look): void
  /** @param at from the piece's own top left corner */
  tap?(at: Point): void
  hold?(at: Point): void
  /** When it next looks different without input, after a given time; null if it stays. */
  nextChange?(after: number): number | null
}

/** A part of the screen that keeps or scrolls its content. Later panes lie on top of earlier ones. */
export interface Pane {
  key: string
  frame: Rect
  /** From the frame's top left corner, before scrolling. */
  pieces: Piece[]
  scroll?: { by: Scroller; axis: 'x' | 'y'; content: number }
  /** Drawn under the pieces, not scrolled. The origin is the frame's corner. */
  backdrop?(pen: Pen): void
}

/** One screen full. */
export interface Scene {
  /** Colour of the status bar's signs and of the home indicator. */
  ink(): string
  panes(stage: Stage): Pane[]
  /** The text field that the keyboard types into. */
  field?(): TextField | null
  /** Enter was typed into a field of one line. */
  submit?(): void
  /** Escape was typed into its field. */
  unfocus?(): void
  /** The scroller that page keys move. */
  mainScroll?(): Scroller
}
