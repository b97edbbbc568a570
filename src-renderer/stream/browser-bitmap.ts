import type { Size } from '../../src-shared/protocol/device'
import { segmentsOf } from '../../src-shared/protocol/jpeg-size'
import { decodeScale, scaledSize } from './decode-scale'

/** Owns its bytes: a view of a whole buffer. */
export type JpegBytes = Uint8Array<ArrayBuffer>

const type = 'image/jpeg'

// Markers of segments (ITU T.81, B.1.1.3).
const [exif, comment] = [0xe1, 0xfe]

/**
 * Has the browser decode a JPEG to a picture of a size, as its pixels stand, however Exif would turn them: a touch counts in them.
 * @param frame the size its header names
 * @throws when the bytes are damaged
 */
export async function browserBitmap(jpeg: JpegBytes, frame: Size, size: Size): Promise<ImageBitmap> {
  const resize = { resizeWidth: size.width, resizeHeight: size.height, resizeQuality: 'low' } as const
  const eighths = decodeScale(frame, size)
  const data = withoutExif(jpeg)
  // Of what an image decoder yields whole, half a gigabyte lies in shared memory (docs/performance.md).
  if (eighths === 8 || typeof ImageDecoder === 'undefined')
    return createImageBitmap(new Blob([data], { type }), resize)
  const image = await scaledDown(data, scaledSize(frame, eighths))
  try {
    return await createImageBitmap(image, resize)
  } finally {
    image.close()
  }
}

async function scaledDown(data: JpegBytes, { width, height }: Size): Promise<VideoFrame> {
  const decoder = new ImageDecoder({ type, data, desiredWidth: width, desiredHeight: height })
  try {
    return (await decoder.decode()).image
  } finally {
    decoder.close()
  }
}

/** What Exif says becomes a comment: no browser's option keeps it from being asked. */
function withoutExif(jpeg: JpegBytes): JpegBytes {
  let bytes = jpeg
  for (const { at, marker } of segmentsOf(jpeg)) {
    if (marker !== exif) continue
    if (bytes === jpeg) bytes = jpeg.slice()
    bytes[at + 1] = comment
  }
  return bytes
}
