import { limits } from '../../src-shared/protocol/limits'

const envelopeBytes = Buffer.byteLength(JSON.stringify({ type: 'text', text: '' }))

interface Extent {
  chars: number
  bytes: number
}

const extentOf = (text: string): Extent => ({
  chars: [...text].length,
  bytes: Buffer.byteLength(JSON.stringify(text)) - 2,
})
const fits = ({ chars, bytes }: Extent) =>
  chars <= limits.textChars && bytes + envelopeBytes <= limits.controlMessageBytes

/** Whether a text goes as one control message: by its characters and by its bytes (spec 4.11, rules 3 and 4). */
export function fitsOneMessage(text: string): boolean {
  return fits(extentOf(text))
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Cuts a text into pieces that each fit one control message, not inside what a person sees as one character. */
export function cutText(text: string): string[] {
  if (fitsOneMessage(text)) return [text]
  const pieces: string[] = []
  let piece = ''
  let extent: Extent = { chars: 0, bytes: 0 }
  const add = (part: string) => {
    const { chars, bytes } = extentOf(part)
    const grown = { chars: extent.chars + chars, bytes: extent.bytes + bytes }
    if (piece === '' || fits(grown)) {
      piece += part
      extent = grown
      return
    }
    pieces.push(piece)
    piece = part
    extent = { chars, bytes }
  }
  for (const { segment } of graphemes.segment(text)) {
    // A base with thousands of combining marks is one grapheme and yet too long.
    if (fitsOneMessage(segment)) add(segment)
    else for (const codePoint of segment) add(codePoint)
  }
  pieces.push(piece)
  return pieces
}
