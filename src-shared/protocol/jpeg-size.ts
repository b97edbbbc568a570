import type { Size } from './device'

// A phone's screen is far below this; a header that says more is hostile or broken.
const longestSide = 8192

/**
 * The size that a JPEG's frame header (SOF) tells, without decoding.
 * @returns null for anything that is not a JPEG, is cut before its frame header, or claims an absurd size
 */
export function jpegSize(bytes: Uint8Array): Size | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null
  const word = (at: number) => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
  let at = 2
  while (at + 9 <= bytes.byteLength) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    const isFrameHeader = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrameHeader) {
      const size = { width: word(at + 7), height: word(at + 5) }
      const sane =
        size.width > 0 && size.height > 0 && size.width <= longestSide && size.height <= longestSide
      return sane ? size : null
    }
    at += marker === 0xff ? 1 : 2 + word(at + 2)
  }
  return null
}
