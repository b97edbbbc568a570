import type { Size } from '../../src-shared/protocol/device'
import { decodeScale, scaledSize } from './decode-scale'

/** Owns its bytes: a view of a whole buffer. */
export type JpegBytes = Uint8Array<ArrayBuffer>

const type = 'image/jpeg'

/**
 * Has the browser decode a JPEG to a picture of a size.
 * @param frame the size its header names
 * @throws when the bytes are damaged
 */
export async function browserBitmap(jpeg: JpegBytes, frame: Size, size: Size): Promise<ImageBitmap> {
  const resize = { resizeWidth: size.width, resizeHeight: size.height, resizeQuality: 'low' } as const
  const eighths = decodeScale(frame, size)
  // Of what an image decoder yields whole, half a gigabyte lies in shared memory (docs/performance.md).
  if (eighths === 8 || typeof ImageDecoder === 'undefined')
    return createImageBitmap(new Blob([jpeg], { type }), resize)
  const image = await scaledDown(jpeg, scaledSize(frame, eighths))
  try {
    return await createImageBitmap(image, resize)
  } finally {
    image.close()
  }
}

async function scaledDown(jpeg: JpegBytes, { width, height }: Size): Promise<VideoFrame> {
  const decoder = new ImageDecoder({ type, data: jpeg, desiredWidth: width, desiredHeight: height })
  try {
    return (await decoder.decode()).image
  } finally {
    decoder.close()
  }
}
