const first = 0x811c9dc5
const factor = 0x01000193
// As a phone knows them they differ from what a clipboard has.
const leftOut: readonly number[] = [0, 10, 13]

/**
 * A number of 8 bits by which a text can be told from all but a few others (FNV-1a, folded): no more, so that it tells next to
 * nothing of a short one, as a code. Line ends and NUL do not count.
 */
export function textMark(text: string): number {
  let mark = first
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (!leftOut.includes(unit)) mark = Math.imul(mark ^ unit, factor)
  }
  return (mark ^ (mark >>> 8) ^ (mark >>> 16) ^ (mark >>> 24)) & 0xff
}
