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
  // At full size the plain way is the faster one.
  if (typeof ImageDecoder === 'undefined' || decodeScale(frame, size) === 8) {
    return createImageBitmap(new Blob([jpeg], { type }), resize)
  }
  const image = await browserVideoFrame(jpeg, frame, size)
  try {
    return await createImageBitmap(image, resize)
  } finally {
    image.close()
  }
}

/**
 * Has the browser decode a JPEG for a video track, at the scale that a size needs: at full size it stays in the JPEG's own
 * colours (YUV), which no bitmap can.
 * @throws when the bytes are damaged
 */
export async function browserVideoFrame(jpeg: JpegBytes, frame: Size, size: Size): Promise<VideoFrame> {
  const scale = decodeScale(frame, size)
  const { width: desiredWidth, height: desiredHeight } = scaledSize(frame, scale)
  const decoder = new ImageDecoder({
    type,
    data: jpeg,
    // Asked for a size, even for its own, the decoder leaves YUV.
    ...(scale === 8 ? {} : { desiredWidth, desiredHeight }),
  })
  try {
    return (await decoder.decode()).image
  } finally {
    decoder.close()
  }
}
