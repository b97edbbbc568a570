import type { RecognizedLine } from '../../pictures/looks'
import type { Box } from './box'

/** Something found on the screen; `text` as it was read there. */
export interface Found extends Box {
  text: string | null
}

/** Whether a text has a word of two letters or digits: a single letter or sign is mostly a drawing. */
export const hasWord = (text: string) => /[\p{L}\p{N}]\p{M}*[\p{L}\p{N}]/u.test(text)

// A field's caret is read as one of these.
const caret = /\s?[|[\])]$/
// What leads on or back stands beside its text.
const chevron = /^[<‹«]\s*|\s*[>›»]$/g

/** Finds a text: every line that the pattern fits as a whole, else every word; from the top left. */
export function findText(lines: readonly RecognizedLine[], isFit: (text: string) => boolean): Found[] {
  const fits = (text: string) =>
    isFit(text) || [caret, chevron].some((beside) => isFit(text.replace(beside, '')))
  const found = lines.flatMap((line) =>
    (fits(line.text.trim()) ? [line] : line.words.filter(({ text }) => fits(text.trim()))).map(
      ({ text, left, top, width, height }) => ({ text: text.trim(), left, top, width, height }),
    ),
  )
  const areInOneRow = (a: Box, b: Box) => Math.abs(a.top - b.top) <= Math.min(a.height, b.height) / 2
  return found.sort((a, b) => (areInOneRow(a, b) ? a.left - b.left : a.top - b.top))
}
