import { limits } from './limits'

// All of it is ASCII.
const envelopeBytes = JSON.stringify({ type: 'text', text: '' }).length

/** Returns a code point's size in a JSON string, in bytes. */
function bytesOf(codePoint: number): number {
  const escaped = [0x22, 0x5c, 0x08, 0x09, 0x0a, 0x0c, 0x0d]
  if (codePoint < 0x80) {
    if (escaped.includes(codePoint)) return 2
    return codePoint < 0x20 ? 6 : 1
  }
  if (codePoint < 0x800) return 2
  // Half a character is escaped.
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return 6
  return codePoint < 0x10000 ? 3 : 4
}

/** Returns where the longest part that fits one control message ends. */
function endOfFit(text: string, from: number): number {
  let chars = 0
  let bytes = envelopeBytes
  for (let at = from; at < text.length;) {
    const codePoint = text.codePointAt(at) ?? 0
    chars += 1
    bytes += bytesOf(codePoint)
    if (chars > limits.textChars || bytes > limits.controlMessageBytes) return at
    at += codePoint > 0xffff ? 2 : 1
  }
  return text.length
}

/** Whether a text fits one control message, in characters and bytes (spec 4.11, rules 3 and 4). */
export function fitsOneMessage(text: string): boolean {
  return endOfFit(text, 0) === text.length
}

/** Splits texts into what a reader calls a character. One for all: making it takes longer than using it. */
export const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
// A grapheme may extend this far past the cut.
const lookAhead = 64

/** Cuts a text between graphemes into pieces that each fit one control message. */
export function cutText(text: string): string[] {
  const pieces: string[] = []
  let from = 0
  do {
    const end = endOfFit(text, from)
    // Looks at one place only: walking through all graphemes takes quadratic time.
    const seen = graphemes.segment(text.slice(from, end + lookAhead)).containing(end - from)
    // A base with thousands of combining marks is one grapheme and still too long.
    const to = seen && seen.index > 0 ? from + seen.index : end
    pieces.push(text.slice(from, to))
    from = to
  } while (from < text.length)
  return pieces
}
