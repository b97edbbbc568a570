import type { Size } from '../../src-shared/protocol/device'
import { scaledSize, type Eighths } from './decode-scale'

/** Owns its bytes: a view of a whole buffer. */
export type JpegBytes = Uint8Array<ArrayBuffer>

const type = 'image/jpeg'

/**
 * Decodes a JPEG at a scale.
 * @param frame the size its header names
 * @throws when the bytes are damaged
 */
export async function decodeBitmap(jpeg: JpegBytes, frame: Size, scale: Eighths): Promise<ImageBitmap> {
  // At full size the plain way is the faster one.
  if (typeof ImageDecoder === 'undefined' || scale === 8) {
    return createImageBitmap(new Blob([jpeg], { type }))
  }
  const image = await decodeVideoFrame(jpeg, frame, scale)
  try {
    return await createImageBitmap(image)
  } finally {
    image.close()
  }
}

/**
 * The same for a video track: at full size the picture stays in the JPEG's own colours (YUV), which no bitmap can.
 * @throws when the bytes are damaged
 */
export async function decodeVideoFrame(jpeg: JpegBytes, frame: Size, scale: Eighths): Promise<VideoFrame> {
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
