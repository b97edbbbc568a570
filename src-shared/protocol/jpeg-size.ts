import type { Size } from './device'

// The largest phone screens are below 6 megapixels; far larger claims would only use memory.
const maxPixels = 16_000_000
const maxSide = 16_384
// Encoders pad what follows the end marker to 64 bytes or to a page.
const longestTail = 65_536
// A JPEG has some 20. Without end they would hold up what reads them.
const mostSegments = 10_000

const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
const startOfImage = 0xd8
export const startOfScan = 0xda
const standsAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)

/**
 * Whether the JPEG has its end marker; a decoder would fill a cut one with grey.
 * @param after where its size or its scan stands: a thumbnail before it has an end marker of its own
 */
function hasEnd(bytes: Uint8Array, after: number): boolean {
  const from = Math.max(after, bytes.byteLength - longestTail)
  for (let at = bytes.byteLength - 2; at > from; at -= 1)
    if (bytes[at] === 0xff && bytes[at + 1] === 0xd9) return true
  return false
}

/** Yields the segments of a JPEG up to its scan; stops early at anything else. */
export function* segmentsOf(bytes: Uint8Array): Generator<{ at: number; marker: number }> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 2
  for (let steps = 0; steps < mostSegments && at + 4 <= bytes.byteLength && bytes[at] === 0xff; steps += 1) {
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
    } else if (standsAlone(marker)) {
      at += 2
    } else {
      yield { at, marker }
      if (marker === startOfScan) return
      at += 2 + view.getUint16(at + 2)
    }
  }
}

/**
 * Reads the size in pixels from a JPEG's frame header (SOF), without decoding it.
 * @returns null for bytes that are not a JPEG, are cut, or claim an absurd size
 */
export function jpegSize(bytes: Uint8Array): Size | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null
  let size: Size | null = null
  let from = 0
  for (const { at, marker } of segmentsOf(bytes)) {
    if (marker === startOfImage) return null
    if (marker === startOfScan) from = at
    if (size || !isFrameHeader(marker)) continue
    if (at + 9 > bytes.byteLength) return null
    const view = new DataView(bytes.buffer, bytes.byteOffset + at, 9)
    size = plausibleSize(view.getUint16(7), view.getUint16(5))
    if (!size) return null
    from = at
  }
  return hasEnd(bytes, from) ? size : null
}

/** Returns a size that a picture may have: up to 16 megapixels, and 16,384 px on each side; null for any other. */
export function plausibleSize(width: number, height: number): Size | null {
  const fits = width > 0 && height > 0 && width <= maxSide && height <= maxSide && width * height <= maxPixels
  return fits ? { width, height } : null
}
