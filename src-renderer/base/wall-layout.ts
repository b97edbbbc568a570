import type { Size } from '../../src-shared/protocol/device'

/** Heights and gaps of the wall, in CSS px. */
export const tileHeader = 24
export const tileGap = 8
export const wallPadding = 8
/** Of a group, with the space below it. */
export const groupHeading = 28
/** Height of a screen in the filmstrip. */
export const stripScreenHeight = 128

// Proportions of the most common screens, for a phone whose size is unknown.
const usualAspect = 750 / 1334
/** Height of a screen on which a person tells apps apart, in CSS px: a wall in groups scrolls before it is smaller. */
const readableScreen = 200
// Below this a header holds neither a name nor a button.
const narrowestTile = 88

/** Tiles `start` to `end` (not included) stand in one row. */
export interface WallRow {
  start: number
  end: number
  /** Whether a group's heading stands above it. */
  isHeaded?: boolean
}

/**
 * Returns width over height of a phone held upright. A phone that turns keeps its tile, so that the other tiles do not
 * move under the pointer.
 */
export function uprightAspect(snapshot: Size | null): number {
  if (!snapshot) return usualAspect
  return Math.min(snapshot.width, snapshot.height) / Math.max(snapshot.width, snapshot.height)
}

/** Returns the width of a tile whose screen has this height. */
export function tileWidth(aspect: number, screenHeight: number): number {
  return Math.max(narrowestTile, Math.round(screenHeight * aspect))
}

/** Returns the height of a row of tiles, with the gap below it. */
export function rowHeight(screenHeight: number): number {
  return tileHeader + screenHeight + tileGap
}

/** Fills rows from their start with tiles of equal height, each in its own proportions. */
export function layoutRows(aspects: readonly number[], screenHeight: number, wallWidth: number): WallRow[] {
  const rows: WallRow[] = []
  let room = 0
  aspects.forEach((aspect, index) => {
    const width = tileWidth(aspect, screenHeight)
    const row = rows.at(-1)
    if (row && width + tileGap <= room) {
      row.end = index + 1
      room -= width + tileGap
    } else {
      rows.push({ start: index, end: index + 1 })
      room = wallWidth - width
    }
  })
  return rows
}

/** Fills rows of their own for each group, with a heading above the first. */
export function layoutGroups(
  aspects: readonly number[],
  groups: readonly Pick<WallRow, 'start' | 'end'>[],
  screenHeight: number,
  wallWidth: number,
): WallRow[] {
  return groups.flatMap(({ start, end }) =>
    layoutRows(aspects.slice(start, end), screenHeight, wallWidth).map((row, at) => ({
      start: row.start + start,
      end: row.end + start,
      isHeaded: at === 0,
    })),
  )
}

/** Returns the height of a row with what is above and below its tiles. */
export function wholeRowHeight({ isHeaded }: WallRow, screenHeight: number): number {
  return rowHeight(screenHeight) + (isHeaded ? groupHeading : 0)
}

/** Returns where the tiles of each row begin, from the top of the wall. */
function tileTops(rows: readonly WallRow[], screenHeight: number): number[] {
  let next = wallPadding
  return rows.map((row) => {
    next += wholeRowHeight(row, screenHeight)
    return next - rowHeight(screenHeight)
  })
}

/**
 * As `fitHeight`, for groups with headings. Groups with few phones leave much of their rows empty: rather than make
 * screens smaller than both `readableScreen` and those of the wall without groups, the wall scrolls.
 */
export function fitGroups(
  aspects: readonly number[],
  groups: readonly Pick<WallRow, 'start' | 'end'>[],
  wall: Size,
  least: number,
  most: number,
): number {
  const widest = Math.max(0, ...aspects)
  const fits = (height: number) => {
    if (tileWidth(widest, height) > wall.width) return false
    const rows = layoutGroups(aspects, groups, height, wall.width)
    return rows.reduce((sum, row) => sum + wholeRowHeight(row, height), -tileGap) <= wall.height
  }
  let [fitting, tooHigh] = [Math.min(readableScreen, fitHeight(aspects, wall, least, most)), most + 1]
  while (tooHigh - fitting > 1) {
    const middle = Math.floor((fitting + tooHigh) / 2)
    if (fits(middle)) fitting = middle
    else tooHigh = middle
  }
  return fitting
}

/** Fills the same number of rows as evenly as possible, for a wall that fits the window. */
export function layoutEvenRows(
  aspects: readonly number[],
  screenHeight: number,
  wallWidth: number,
): WallRow[] {
  const wanted = layoutRows(aspects, screenHeight, wallWidth)
  // A zoomed wall has a fractional width; the search ends only among whole pixels.
  let [tooNarrow, wideEnough] = [0, Math.floor(wallWidth)]
  while (wideEnough - tooNarrow > 1) {
    const middle = Math.floor((tooNarrow + wideEnough) / 2)
    if (layoutRows(aspects, screenHeight, middle).length <= wanted.length) wideEnough = middle
    else tooNarrow = middle
  }
  return layoutRows(aspects, screenHeight, wideEnough)
}

/** Returns the largest screen height, in steps of 1 px, at which all tiles fit; `least` if none does. */
export function fitHeight(aspects: readonly number[], wall: Size, least: number, most: number): number {
  const widest = Math.max(0, ...aspects)
  const fits = (height: number, rows: number) =>
    tileWidth(widest, height) <= wall.width && layoutRows(aspects, height, wall.width).length <= rows
  let best = least
  // Each number of rows has its own best height, and fewer rows may allow larger tiles.
  for (let rows = 1; ; rows += 1) {
    const room = Math.floor((wall.height + tileGap) / rows) - rowHeight(0)
    let [fitting, tooHigh] = [best, Math.min(most, room) + 1]
    if (tooHigh - fitting <= 1) return best
    while (tooHigh - fitting > 1) {
      const middle = Math.floor((fitting + tooHigh) / 2)
      if (fits(middle, rows)) fitting = middle
      else tooHigh = middle
    }
    best = fitting
  }
}

type Move = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown' | 'Home' | 'End'

/** Returns the index of the tile that a key leads to. */
export function neighbour(
  key: Move,
  index: number,
  rows: readonly WallRow[],
  widths: readonly number[],
): number {
  const last = widths.length - 1
  if (key === 'Home') return 0
  if (key === 'End') return last
  if (key === 'ArrowLeft') return Math.max(0, index - 1)
  if (key === 'ArrowRight') return Math.min(last, index + 1)
  const at = rows.findIndex(({ start, end }) => index >= start && index < end)
  const target = rows[at + (key === 'ArrowUp' ? -1 : 1)]
  const row = rows[at]
  if (!row || !target) return index
  return nearestInRow(centre(index, row, widths), target, widths)
}

function centre(index: number, row: WallRow, widths: readonly number[]): number {
  const before = widths.slice(row.start, index).reduce((sum, width) => sum + width + tileGap, 0)
  return before + (widths[index] ?? 0) / 2
}

function nearestInRow(x: number, row: WallRow, widths: readonly number[]): number {
  let best = row.start
  for (let index = row.start; index < row.end; index += 1) {
    if (Math.abs(centre(index, row, widths) - x) < Math.abs(centre(best, row, widths) - x)) best = index
  }
  return best
}

/** A rectangle on the wall, in CSS px from the start of its first row; `start` and `end` follow the text direction. */
export interface WallBox {
  start: number
  end: number
  top: number
  bottom: number
}

/** Returns the indexes of the tiles that a box touches. */
export function tilesIn(
  box: WallBox,
  rows: readonly WallRow[],
  widths: readonly number[],
  screenHeight: number,
): number[] {
  const tops = tileTops(rows, screenHeight)
  return rows.flatMap((row, number) => {
    const top = tops[number] ?? 0
    if (box.bottom <= top || box.top >= top + tileHeader + screenHeight) return []
    let end = -tileGap
    return widths.slice(row.start, row.end).flatMap((width, offset) => {
      const start = end + tileGap
      end = start + width
      return box.end > start && box.start < end ? [row.start + offset] : []
    })
  })
}

/** Returns the range of tiles that are at least partly in sight; `end` is not included. */
export function visibleRange(
  rows: readonly WallRow[],
  screenHeight: number,
  scrollTop: number,
  wallHeight: number,
): { start: number; end: number } {
  const tops = tileTops(rows, screenHeight)
  const first = tops.findIndex((top) => top + rowHeight(screenHeight) > scrollTop)
  const last = tops.findLastIndex((top) => top <= scrollTop + wallHeight)
  return { start: rows[first]?.start ?? 0, end: rows[last]?.end ?? 0 }
}

// Of the smallest tile, in CSS px: a line of text, the borders of a button, and a gap.
const line = 14
const buttonEdges = 6
const gap = 4
const lettersInButton = 13

/**
 * Returns how many lines the smallest tile has for the sentence of its veil.
 * @param againInS the wait shown below it, in s; null if none
 * @param buttons the labels of the buttons below it
 */
export function sentenceLines(againInS: number | null, buttons: readonly string[]): number {
  // A wait of a minute or more takes two lines.
  const wait = againInS === null ? 0 : againInS < 60 ? 1 : 2
  const heights = buttons.map((label) => Math.ceil(label.length / lettersInButton) * line + buttonEdges + gap)
  // A button with a one-line label fits under six lines.
  const more = heights.reduce((sum, height) => sum + height, 0) - (line + buttonEdges + gap)
  return Math.max(1, 6 - wait - Math.max(0, Math.ceil(more / line)))
}
