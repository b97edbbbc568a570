import { LookFailed, type Place } from '../../looks'
import type { Gray } from '../gray'
import { findShapes } from './shapes'
import { strokesOf } from './surface'

/** A place that looks like a line of text, in pixels of the screen. */
export interface LinePlace extends Place {
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

/** A dense page has 7000 shapes in 100 lines. More is noise, or takes longer to read than anyone waits. */
const MOST_SHAPES = 20_000
const MOST_LINES = 600
const tooMuch = 'The screen has too much on it to be read.'

/** The height of a band; a line lies in a few. */
const BAND = 16

const right = (box: Place) => box.left + box.width
const bottom = (box: Place) => box.top + box.height

function union(a: Place, b: Place): Place {
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
interface Row extends Place {
  /** Its first, last and tallest letter. */
  first: Place
  last: Place
  tallest: Place
  letters: number
}

const sharedHeight = (a: Place, b: Place) => Math.min(bottom(a), bottom(b)) - Math.max(a.top, b.top)

/** Is a letter beside another one: about as tall, in one line, and close? */
function isBeside(before: Place, gap: number, letter: Place): boolean {
  const [low, high] = [Math.min(before.height, letter.height), Math.max(before.height, letter.height)]
  return high <= MOST_RATIO * low && gap <= WIDEST_GAP * low && sharedHeight(before, letter) >= 0.5 * low
}

/**
 * Is a letter the next one of a row? The last one tells, as a sign before a text is taller than all of it; the tallest
 * one, as a small letter and the caret behind it are one shape.
 */
const follows = (row: Row, letter: Place) =>
  [row.last, row.tallest].some((before) => isBeside(before, letter.left - right(row), letter))

const joined = (row: Row, next: Row): Row => ({
  ...union(row, next),
  first: row.first,
  // A stroke inside of a letter, which large ones have, is not the next one.
  last: right(next) > right(row) ? next.last : row.last,
  tallest: next.tallest.height > row.tallest.height ? next.tallest : row.tallest,
  letters: row.letters + next.letters,
})

/** Finds the boxes near a height without looking at all: a screen of noise has ten thousands. */
class Bands {
  readonly #bands = new Map<number, Set<number>>()

  add(index: number, { top, height }: Place): void {
    for (let band = Math.floor(top / BAND); band <= Math.floor((top + height) / BAND); band += 1) {
      const boxes = this.#bands.get(band)
      if (boxes) boxes.add(index)
      else this.#bands.set(band, new Set([index]))
    }
  }

  /** Returns the boxes that may lie within `reach` of a box's height, as they were numbered, the lowest number first. */
  near({ top, height }: Place, reach = 0): number[] {
    const found = new Set<number>()
    for (
      let band = Math.floor((top - reach) / BAND);
      band <= Math.floor((top + height + reach) / BAND);
      band += 1
    )
      for (const index of this.#bands.get(band) ?? []) found.add(index)
    return [...found].toSorted((a, b) => a - b)
  }
}

function bandsOf(boxes: readonly Place[]): Bands {
  const bands = new Bands()
  for (const [index, box] of boxes.entries()) bands.add(index, box)
  return bands
}

/** Joins each row with the first one that it follows. */
function join(rows: readonly Row[]): Row[] {
  const all: Row[] = []
  const bands = new Bands()
  for (const row of rows.toSorted((a, b) => a.left - b.left)) {
    const fits = (index: number) => {
      const before = all[index]
      return before !== undefined && follows(before, row.first)
    }
    const index = bands.near(row.first).findLast(fits) ?? all.length
    const before = all[index]
    const joint = before ? joined(before, row) : row
    all[index] = joint
    bands.add(index, joint)
  }
  return all
}

/** Is a mark such as a dot or a comma a part of a row? */
function belongs(row: Row, mark: Place): boolean {
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
function isComma(row: Row, rows: readonly Row[], bands: Bands): boolean {
  return (
    row.letters === 1 &&
    row.width <= row.height &&
    bands.near(row).some((index) => {
      const other = rows[index]
      return (
        other !== undefined &&
        other.letters > 1 &&
        row.height <= 0.55 * other.last.height &&
        row.top >= other.last.top + other.last.height / 2 &&
        row.top <= bottom(other.last) &&
        row.left >= right(other) - 1 &&
        row.left - right(other) <= 0.4 * other.last.height
      )
    })
  )
}

/** Gathers letters from left to right into rows, then the marks around them, then what only a mark had kept apart. */
function gather(shapes: readonly Place[]): Place[] {
  const isLetter = ({ height }: Place) => height >= LEAST_HEIGHT
  const found = join(
    shapes
      .filter(isLetter)
      .map((letter) => ({ ...letter, first: letter, last: letter, tallest: letter, letters: 1 })),
  )
  const foundBands = bandsOf(found)
  const commas = new Set(found.filter((row) => isComma(row, found, foundBands)))
  const rows = found.filter((row) => !commas.has(row))
  const bands = bandsOf(rows)
  for (const mark of [...shapes.filter((shape) => !isLetter(shape)), ...commas]) {
    const index =
      bands.near(mark, MOST_HEIGHT / 2).find((each) => rows[each] && belongs(rows[each], mark)) ?? -1
    const row = rows[index]
    if (!row) continue
    const whole = { ...row, ...union(row, mark) }
    rows[index] = whole
    bands.add(index, whole)
  }
  return join(rows).filter((row) => row.letters > 1 || row.width <= 1.6 * row.height)
}

/** Is a line the inside of another one's letters, such as the ring of an o? */
const isInside = (small: Place, large: Place) =>
  small.left >= large.left &&
  small.top >= large.top &&
  right(small) <= right(large) &&
  bottom(small) <= bottom(large) &&
  small.height >= 0.3 * large.height &&
  small.height < 0.85 * large.height

function linesOf(strokes: Gray): Place[] {
  const shapes = findShapes(strokes, LEAST_CONTRAST)
  if (shapes.length > MOST_SHAPES) throw new LookFailed(tooMuch)
  return gather(shapes.filter(({ width, height }) => height <= MOST_HEIGHT && width <= 4 * MOST_HEIGHT))
}

/**
 * Finds the lines of text on a screen, dark on light and light on dark, from top to bottom.
 * @param half the screen at half its size
 * @param surface what lies behind its text, at that size
 * @throws LookFailed when there are more lines than a screen has
 */
export function findLines(half: Gray, surface: Gray): LinePlace[] {
  const found = [false, true].flatMap((light) =>
    linesOf(strokesOf(half, surface, light)).map((box) => ({ ...box, light })),
  )
  const bands = bandsOf(found)
  const lines = found.filter(
    (line) =>
      !bands.near(line).some((index) => {
        const other = found[index]
        return other !== undefined && other.light !== line.light && isInside(line, other)
      }),
  )
  if (lines.length > MOST_LINES) throw new LookFailed(tooMuch)
  return lines
    .map(({ left, top, width, height, light }) => ({
      left: left * 2,
      top: top * 2,
      width: width * 2,
      height: height * 2,
      light,
    }))
    .toSorted((a, b) => a.top - b.top || a.left - b.left)
}
