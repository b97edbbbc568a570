import { compilePattern, escapePattern } from '../../flows/language/pattern'
import { findText, type Found } from '../../flows/look/read-text'
import type { Eyes, Sought } from '../../flows/on-phone/eyes'
import type { RecognizedLine } from '../../pictures/looks'

/**
 * A text that a program looks for, letter by letter in any case: the lines and words that are this text, as flows find them, or
 * else the lines that hold it.
 */
export function soughtText({ pictures }: Eyes, text: string, index = 0): Sought {
  const { fits } = compilePattern(escapePattern(text))
  const wanted = text.toLowerCase()
  const holding = (lines: readonly RecognizedLine[]): Found[] =>
    lines
      .filter((line) => line.text.toLowerCase().includes(wanted))
      .map(({ text: line, left, top, width, height }) => ({ text: line, left, top, width, height }))
  return {
    shown: `"${text}"`,
    index,
    async find(jpeg) {
      const lines = await pictures.readText(jpeg)
      const same = findText(lines, fits)
      return same.length > 0 ? same : holding(lines)
    },
  }
}
