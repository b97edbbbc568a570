import type { SeenText } from '../language/recorded-input'
import type { RecognizedLine } from '../../pictures/looks'
import type { Box } from '../look/box'
import { findText, hasWord } from '../look/read-text'

// A text is meant by a tap this far from it, in heights of its line.
const reach = 0.8
// An icon has its name below it: how far, how long the name may be, and how far its middle is from the tap, in such heights.
const iconName = { below: 4.5, length: 8, aside: 2.5 }
// Drawings are read as letters, too, but with little confidence.
const leastConfidence = 70

/** Whether all words of a line were read with confidence. */
export const isSure = ({ words }: RecognizedLine) =>
  words.every(({ confidence }) => confidence >= leastConfidence)
/** Whether a line may be the name of an icon at a point. Icons stand in rows: a line alone is a button or a caption. */
const namesIcon = (line: Box, lines: readonly Box[], x: number, y: number) =>
  isUnder(line, x, y) && hasNeighbour(line, lines)
const hasNeighbour = (line: Box, lines: readonly Box[]) =>
  lines.some((other) => other !== line && Math.abs(other.top - line.top) <= line.height / 2)
const isUnder = ({ left, top, width, height }: Box, x: number, y: number) =>
  top > y &&
  top - y <= height * iconName.below &&
  width <= height * iconName.length &&
  Math.abs(left + width / 2 - x) <= height * iconName.aside
/** Whether a letter or two may be an icon's drawing: they stand alone, over what may be its name. */
const isDrawing = (line: RecognizedLine, lines: readonly RecognizedLine[], x: number, y: number) =>
  line.text.trim().length <= 2 &&
  !hasNeighbour(line, lines) &&
  lines.some((other) => other !== line && isSure(other) && namesIcon(other, lines, x, y))
/** How far a point is from a box, in px; 0 inside. */
const distanceOf = ({ left, top, width, height }: Box, x: number, y: number) =>
  Math.hypot(Math.max(left - x, 0, x - left - width), Math.max(top - y, 0, y - top - height))

/** Finds the text that is meant by a tap at a place in px, and its number among equal ones; null where there is none. */
export function textAt(lines: readonly RecognizedLine[], x: number, y: number): SeenText | null {
  const [line] = lines
    .filter((each) => hasWord(each.text) && isSure(each))
    .map((each) => ({ each, far: distanceOf(each, x, y) }))
    .filter(({ each, far }) => far <= each.height * reach || namesIcon(each, lines, x, y))
    .toSorted((one, other) => one.far - other.far)
    .map(({ each }) => each)
  const text = line?.text.trim() ?? ''
  if (!line || text === '' || isDrawing(line, lines, x, y)) return null
  const equal = findText(lines, (each) => each === text)
  const index = equal.findIndex(({ left, top }) => left === line.left && top === line.top)
  return { text, index: Math.max(0, index) }
}
