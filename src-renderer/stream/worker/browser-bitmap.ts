import type { Size } from '../../../src-shared/protocol/device'
import { decodeScale, scaledSize } from '../decode-scale'
import { withoutExif } from './without-exif'

/** Owns its bytes: a view of a whole buffer. */
export type JpegBytes = Uint8Array<ArrayBuffer>

const type = 'image/jpeg'

/**
 * Decodes a JPEG with the browser's decoder, unturned: touches count in the JPEG's own pixels. Rejects when the bytes are
 * damaged.
 * @param frame the size in the JPEG's header
 * @param size of the bitmap, in pixels
 */
export async function browserBitmap(jpeg: JpegBytes, frame: Size, size: Size): Promise<ImageBitmap> {
  const resize = { resizeWidth: size.width, resizeHeight: size.height, resizeQuality: 'low' } as const
  const eighths = decodeScale(frame, size)
  const data = withoutExif(jpeg)
  // At full size an ImageDecoder fills half a gigabyte of shared memory (docs/performance.md).
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
