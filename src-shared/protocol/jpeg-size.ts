import type { Size } from './device'

// The largest phone screens are below 6 megapixels; far larger claims would only use memory.
const maxPixels = 40_000_000
const maxSide = 16_384
// Some encoders pad what follows the end marker.
const longestTail = 32

const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
export const startOfScan = 0xda
const standsAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)

/** Whether the JPEG has its end marker; a decoder would fill a cut one with grey. */
function hasEnd(bytes: Uint8Array): boolean {
  const tail = bytes.subarray(-longestTail)
  return tail.some((byte, index) => byte === 0xff && tail[index + 1] === 0xd9)
}

/** Yields the segments of a JPEG up to its scan; stops early at anything else. */
export function* segmentsOf(bytes: Uint8Array): Generator<{ at: number; marker: number }> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 2
  while (at + 4 <= bytes.byteLength && bytes[at] === 0xff) {
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
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8 || !hasEnd(bytes)) return null
  for (const { at, marker } of segmentsOf(bytes)) {
    if (!isFrameHeader(marker)) continue
    if (at + 9 > bytes.byteLength) return null
    const view = new DataView(bytes.buffer, bytes.byteOffset + at, 9)
    return plausible(view.getUint16(7), view.getUint16(5))
  }
  return null
}

function plausible(width: number, height: number): Size | null {
  const fits = width > 0 && height > 0 && width <= maxSide && height <= maxSide && width * height <= maxPixels
  return fits ? { width, height } : null
}
