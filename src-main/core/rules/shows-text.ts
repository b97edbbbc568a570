import type { RuleWhen, ScreenPart } from '../../../src-shared/features/rules-state'
import type { Size } from '../../../src-shared/protocol/device'
import { compilePattern, type Pattern } from '../flows/language/pattern'
import { findText } from '../flows/look/read-text'
import type { Place, RecognizedLine } from '../pictures/looks'
import { findHits } from '../screens/text-hits'

type TextWanted = Extract<RuleWhen, { kind: 'text' }>

const patterns = new WeakMap<TextWanted, Pattern>()

/** Compiles the pattern that a rule waits for, once. @throws FlowError for one that can't be read */
export function patternOf(when: TextWanted): Pattern {
  const known = patterns.get(when)
  if (known) return known
  const pattern = compilePattern(when.text)
  patterns.set(when, pattern)
  return pattern
}

/** Whether the middle of a place lies in a part of the screen. */
function isIn({ left, top, width, height }: Place, part: ScreenPart | null, of: Size): boolean {
  if (part === null) return true
  const [x, y] = [((left + width / 2) * 100) / of.width, ((top + height / 2) * 100) / of.height]
  return x >= part.left && x <= part.left + part.width && y >= part.top && y <= part.top + part.height
}

/**
 * Returns whether what was read on a screen is as a rule waits for: it shows the text, or no longer does.
 * @param size of the screen, in the pixels of the lines
 */
export function showsText(when: TextWanted, lines: readonly RecognizedLine[], size: Size): boolean {
  const found = when.isPattern
    ? findText(lines, (text) => patternOf(when).fits(text))
    : findHits(lines, when.text)
  return found.some((place) => isIn(place, when.part, size)) !== when.isGone
}
