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
  if (typeof ImageDecoder === 'undefined') return createImageBitmap(new Blob([jpeg], { type }), resize)
  const image = await scaledDown(jpeg, frame, size)
  try {
    return await createImageBitmap(image, resize)
  } finally {
    image.close()
  }
}

/** The picture at the scale that a size needs, which spares the browser the rest of it. */
async function scaledDown(jpeg: JpegBytes, frame: Size, size: Size): Promise<VideoFrame> {
  const { width: desiredWidth, height: desiredHeight } = scaledSize(frame, decodeScale(frame, size))
  const decoder = new ImageDecoder({ type, data: jpeg, desiredWidth, desiredHeight })
  try {
    return (await decoder.decode()).image
  } finally {
    decoder.close()
  }
}
