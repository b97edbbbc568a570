import { segmentsOf } from '../../../src-shared/protocol/jpeg-size'

// Markers of segments (ITU T.81, B.1.1.3).
const [exif, comment] = [0xe1, 0xfe]

/**
 * Works around a defect of Chromium, seen up to 156: `createImageBitmap` turns a picture as Exif says even with
 * `imageOrientation: 'none'`, and `ImageDecoder` has no such option. Returns the JPEG with its Exif segments marked as
 * comments, or the same array when there are none.
 */
export function withoutExif(jpeg: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  let bytes = jpeg
  for (const { at, marker } of segmentsOf(jpeg)) {
    if (marker !== exif) continue
    if (bytes === jpeg) bytes = jpeg.slice()
    bytes[at + 1] = comment
  }
  return bytes
}
