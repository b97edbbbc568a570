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

/** Letters of one line stand closer than this, in heights of the lower one of two. */
const WIDEST_GAP = 0.8

/** A letter is at most this many times as tall as the one before it. */
const MOST_RATIO = 1.85

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
  /** Its first, last and tallest letter. */
  first: Box
  last: Box
  tallest: Box
  letters: number
}

const sharedHeight = (a: Box, b: Box) => Math.min(bottom(a), bottom(b)) - Math.max(a.top, b.top)

/** Is a letter beside another one: about as tall, in one line, and close? */
function isBeside(before: Box, gap: number, letter: Box): boolean {
  const [low, high] = [Math.min(before.height, letter.height), Math.max(before.height, letter.height)]
  return high <= MOST_RATIO * low && gap <= WIDEST_GAP * low && sharedHeight(before, letter) >= 0.5 * low
}

/**
 * Is a letter the next one of a row? The last one tells, as a sign before a text is taller than all of it; the tallest
 * one, as a small letter and the caret behind it are one shape.
 */
const follows = (row: Row, letter: Box) =>
  [row.last, row.tallest].some((before) => isBeside(before, letter.left - right(row), letter))

const joined = (row: Row, next: Row): Row => ({
  ...union(row, next),
  first: row.first,
  // A stroke inside of a letter, which large ones have, is not the next one.
  last: right(next) > right(row) ? next.last : row.last,
  tallest: next.tallest.height > row.tallest.height ? next.tallest : row.tallest,
  letters: row.letters + next.letters,
})

/** Joins each row with the first one that it follows. */
function join(rows: readonly Row[]): Row[] {
  const all: Row[] = []
  for (const row of rows.toSorted((a, b) => a.left - b.left)) {
    const index = all.findLastIndex((each) => follows(each, row.first))
    const before = all[index]
    if (before) all[index] = joined(before, row)
    else all.push(row)
  }
  return all
}

/** Is a mark such as a dot or a comma a part of a row? */
function belongs(row: Row, mark: Box): boolean {
  const tallest = row.height
  const near = 0.4 * tallest
  return (
    mark.height <= tallest &&
    mark.left <= right(row) + near &&
    right(mark) >= row.left - near &&
    mark.top <= bottom(row) + 0.1 * tallest &&
    bottom(mark) >= row.top - 0.35 * tallest
  )
}

/** Is a row a comma: as tall as the smallest letter, alone, and at the foot of another row's end? */
function isComma(row: Row, rows: readonly Row[]): boolean {
  return (
    row.letters === 1 &&
    row.width <= row.height &&
    rows.some(
      (other) =>
        other.letters > 1 &&
        row.height <= 0.55 * other.last.height &&
        row.top >= other.last.top + other.last.height / 2 &&
        row.top <= bottom(other.last) &&
        row.left >= right(other) - 1 &&
        row.left - right(other) <= 0.4 * other.last.height,
    )
  )
}

/** Gathers letters from left to right into rows, then the marks around them, then what only a mark had kept apart. */
function gather(shapes: readonly Box[]): Box[] {
  const isLetter = ({ height }: Box) => height >= LEAST_HEIGHT
  const found = join(
    shapes
      .filter(isLetter)
      .map((letter) => ({ ...letter, first: letter, last: letter, tallest: letter, letters: 1 })),
  )
  const [rows, low] = [
    found.filter((row) => !isComma(row, found)),
    found.filter((row) => isComma(row, found)),
  ]
  for (const mark of [...shapes.filter((shape) => !isLetter(shape)), ...low]) {
    const index = rows.findIndex((row) => belongs(row, mark))
    const row = rows[index]
    if (row) rows[index] = { ...row, ...union(row, mark) }
  }
  return join(rows).filter((row) => row.letters > 1 || row.width <= 1.6 * row.height)
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
