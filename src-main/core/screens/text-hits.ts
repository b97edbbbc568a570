import type { TextHit } from '../../../src-shared/features/screens-state'
import type { RecognizedLine } from '../pictures/looks'

const boxOf = ({ left, top, width, height }: TextHit): TextHit => ({ left, top, width, height })

/** Finds the words, else the lines, that hold a text, in any case: a search marks them, a watch waits for one. */
export function findHits(lines: readonly RecognizedLine[], text: string): TextHit[] {
  const wanted = text.toLowerCase()
  const holds = (each: { text: string }) => each.text.toLowerCase().includes(wanted)
  return lines.flatMap((line) => {
    const words = line.words.filter(holds)
    if (words.length > 0) return words.map(boxOf)
    return holds(line) ? [boxOf(line)] : []
  })
}
