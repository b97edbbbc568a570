import type { Size } from '../../../src-shared/protocol/device'
import { FaultError } from '../../../src-shared/protocol/fault'
import type { Place, RecognizedLine } from '../pictures/looks'
import { hasWord } from '../flows/look/read-text'
import { ToolRefused } from './refusal'

/** The longest side of a picture that programs get, in pixels. */
export const longestSide = 1200

/** The picture that a program saw of a phone, and the frame that it is of. Both in pixels. */
export interface ScreenView {
  picture: Size
  frame: Size
  /** Aborted once a person has used the phone since. */
  touch: AbortSignal
}

/** A line of text on a screen; its box in pixels of the picture that the program has. */
export interface SeenLine {
  text: string
  box: { x: number; y: number; width: number; height: number }
}

/** Returns the picture's size for a frame: the frame's own, or scaled to the longest side. */
export function pictureSizeOf({ width, height }: Size): Size {
  const scale = Math.min(1, longestSide / Math.max(width, height))
  return scale === 1
    ? { width, height }
    : { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

// A single letter or sign is mostly a drawing; a digit can be a calculator's key.
const isText = (text: string) => hasWord(text) || /\p{N}/u.test(text)
const isSame = (a: Size, b: Size) => a.width === b.width && a.height === b.height
const scaled = (value: number, to: number, from: number) => Math.round((value * to) / from)

const longestLine = 120

/** What one program saw of each phone: the picture whose pixels it means, and what the screen said. */
export class ScreenViews {
  readonly #views = new Map<string, ScreenView>()
  readonly #shown = new Map<string, string>()

  /** A program got a picture of a frame of this size. @param touch aborts once a person uses the phone @returns the picture's size */
  saw(publicId: string, { size: frame, touch }: { size: Size; touch: AbortSignal }): Size {
    const picture = pictureSizeOf(frame)
    this.#views.set(publicId, { picture, frame, touch })
    return picture
  }

  /** Returns the size of the picture that coordinates are of: before any, and once the phone has turned, the frame's own. */
  spaceOf(publicId: string, frame: Size): Size {
    const view = this.#views.get(publicId)
    return view && isSame(view.frame, frame) ? view.picture : frame
  }

  /** Refuses pixels of a picture that a person may have changed since the program saw it. @throws ToolRefused */
  assertUntouched(publicId: string): void {
    if (this.#views.get(publicId)?.touch.aborted)
      throw new ToolRefused('changed', 'A person has used the phone since you saw it. Call see again.')
  }

  /**
   * Turns a point of the program into pixels of the frame.
   * @throws ToolRefused when it lies outside, and as `assertUntouched`; FaultError when the phone has turned since the program saw it
   */
  pointIn(publicId: string, x: number, y: number, frame: Size): { x: number; y: number } {
    this.assertUntouched(publicId)
    const view = this.#views.get(publicId)
    if (view && !isSame(view.frame, frame)) throw new FaultError({ kind: 'input-not-sent', why: 'rotated' })
    const space = view?.picture ?? frame
    if (x >= space.width || y >= space.height)
      throw new ToolRefused(
        'invalid-arguments',
        `The point ${x}, ${y} lies outside of the picture, which has ${space.width} × ${space.height} px.`,
      )
    return {
      x: Math.min(frame.width - 1, scaled(x, frame.width, space.width)),
      y: Math.min(frame.height - 1, scaled(y, frame.height, space.height)),
    }
  }

  /** Notes what was read on a phone's screen. @returns it in one line */
  noteText(publicId: string, read: readonly RecognizedLine[]): string {
    const line = read
      .map(({ text }) => text.trim())
      .filter(hasWord)
      .join(' · ')
    const shown = line.length > longestLine ? `${line.slice(0, longestLine - 1)}…` : line
    this.#shown.set(publicId, shown)
    return shown
  }

  /** What a phone's screen said when it was last read, in one line; null before. */
  shownBy(publicId: string): string | null {
    return this.#shown.get(publicId) ?? null
  }

  /** Turns what was read in a frame into lines of the picture that the program has. */
  linesIn(publicId: string, read: readonly RecognizedLine[], frame: Size): SeenLine[] {
    const space = this.spaceOf(publicId, frame)
    this.noteText(publicId, read)
    return read
      .filter(({ text }) => isText(text))
      .map((line) => ({ text: line.text.trim(), box: boxIn(line, space, frame) }))
  }
}

const boxIn = ({ left, top, width, height }: Place, space: Size, frame: Size) => ({
  x: scaled(left, space.width, frame.width),
  y: scaled(top, space.height, frame.height),
  width: scaled(width, space.width, frame.width),
  height: scaled(height, space.height, frame.height),
})
