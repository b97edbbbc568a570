import { segmentsOf } from './jpeg-size'

// Markers of segments (ITU T.81, B.1.1.3).
const [exif, comment] = [0xe1, 0xfe]

/**
 * Returns a JPEG with its Exif segments marked as comments, or the same array when there are none: everywhere a
 * phone's pixels are shown as they were sent, and decoders turn them as Exif says. In Chromium, seen up to 156, even
 * `createImageBitmap` with `imageOrientation: 'none'` does, and `ImageDecoder` has no such option.
 */
export function withoutExif<Memory extends ArrayBufferLike>(
  jpeg: Uint8Array<Memory>,
): Uint8Array<Memory | ArrayBuffer> {
  let bytes: Uint8Array<Memory | ArrayBuffer> = jpeg
  for (const { at, marker } of segmentsOf(jpeg)) {
    if (marker !== exif) continue
    if (bytes === jpeg) bytes = new Uint8Array(jpeg)
    bytes[at + 1] = comment
  }
  return bytes
}
