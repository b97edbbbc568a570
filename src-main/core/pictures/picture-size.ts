import type { Size } from '../../../src-shared/protocol/device'
import { jpegSize, plausibleSize } from '../../../src-shared/protocol/jpeg-size'

const pngHead = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/**
 * Reads the size of a JPEG or PNG from its header, without decoding it.
 * @returns null for anything else, for what is cut, and for more than 16 megapixels
 */
export function pictureSize(bytes: Uint8Array): Size | null {
  if (pngHead.some((byte, at) => bytes[at] !== byte)) return jpegSize(bytes)
  if (bytes.byteLength < 24) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return plausibleSize(view.getUint32(16), view.getUint32(20))
}
