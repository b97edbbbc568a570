import type { Box, Gray } from './gray'
import { findShapes } from './shapes'
import { strokesOf } from './surface'

/** A place that looks like a line of text, in pixels of the screen. */
export interface LinePlace extends Box {
  /** Is the text lighter than what is behind it? */
  light: boolean
}

/** All in pixels of the half-size picture: a 750 × 1334 screen has letters of 6 to 60. */
const LEAST_CONTRAST = 24
const LEAST_HEIGHT = 5
const MOST_HEIGHT = 80

/** Letters of one line stand closer than this, in heights of the line. */
const WIDEST_GAP = 0.7

/** The tallest letter of a line is at most this many times as tall as its lowest. */
const MOST_RATIO = 1.9

const right = (box: Box) => box.left + box.width
const bottom = (box: Box) => box.top + box.height

function union(a: Box, b: Box): Box {
  const left = Math.min(a.left, b.left)
  const top = Math.min(a.top, b.top)
  return {
    left,
    top,
    width: Math.max(right(a), right(b)) - left,
    height: Math.max(bottom(a), bottom(b)) - top,
  }
}

/** The shapes of one line so far. */
interface Row extends Box {
  /** The height of its tallest letter. */
  letter: number
  letters: number
}

const sharedHeight = (a: Box, b: Box) => Math.min(bottom(a), bottom(b)) - Math.max(a.top, b.top)

/** Is the letter the next one of a row: about as tall, beside it, and close? */
function follows(row: Row, letter: Box): boolean {
  const [low, high] = [Math.min(row.letter, letter.height), Math.max(row.letter, letter.height)]
  const gap = letter.left - right(row)
  return high <= MOST_RATIO * low && gap <= WIDEST_GAP * high && sharedHeight(row, letter) >= 0.5 * low
}

/** Is a mark such as a dot or a comma a part of a row? */
function belongs(row: Row, mark: Box): boolean {
  const near = 0.4 * row.letter
  return (
    mark.height <= row.letter &&
    mark.left <= right(row) + near &&
    right(mark) >= row.left - near &&
    mark.top <= bottom(row) + 0.1 * row.letter &&
    bottom(mark) >= row.top - 0.35 * row.letter
  )
}

/** Gathers letters from left to right into rows, then the marks around them. */
function gather(shapes: readonly Box[]): Box[] {
  const rows: Row[] = []
  const isLetter = ({ height }: Box) => height >= LEAST_HEIGHT
  for (const letter of shapes.filter(isLetter).toSorted((a, b) => a.left - b.left)) {
    const index = rows.findLastIndex((row) => follows(row, letter))
    const row = rows[index]
    if (row)
      rows[index] = {
        ...union(row, letter),
        letter: Math.max(row.letter, letter.height),
        letters: row.letters + 1,
      }
    else rows.push({ ...letter, letter: letter.height, letters: 1 })
  }
  for (const mark of shapes.filter((shape) => !isLetter(shape))) {
    const index = rows.findIndex((row) => belongs(row, mark))
    const row = rows[index]
    if (row) rows[index] = { ...union(row, mark), letter: row.letter, letters: row.letters }
  }
  return rows.filter((row) => row.letters > 1 || row.width <= 1.6 * row.height)
}

/** Is a line the inside of another one's letters, such as the ring of an o? */
const isInside = (small: Box, large: Box) =>
  small.left >= large.left &&
  small.top >= large.top &&
  right(small) <= right(large) &&
  bottom(small) <= bottom(large) &&
  small.height >= 0.3 * large.height &&
  small.height < 0.85 * large.height

function linesOf(strokes: Gray): Box[] {
  const shapes = findShapes(strokes, LEAST_CONTRAST)
  return gather(shapes.filter(({ width, height }) => height <= MOST_HEIGHT && width <= 4 * MOST_HEIGHT))
}

/**
 * Finds the lines of text on a screen, dark on light and light on dark, from top to bottom.
 * @param half the screen at half its size
 * @param surface what lies behind its text, at that size
 */
export function findLines(half: Gray, surface: Gray): LinePlace[] {
  const found = [false, true].flatMap((light) =>
    linesOf(strokesOf(half, surface, light)).map((box) => ({ ...box, light })),
  )
  return found
    .filter((line) => !found.some((other) => other.light !== line.light && isInside(line, other)))
    .map(({ left, top, width, height, light }) => ({
      left: left * 2,
      top: top * 2,
      width: width * 2,
      height: height * 2,
      light,
    }))
    .toSorted((a, b) => a.top - b.top || a.left - b.left)
}
