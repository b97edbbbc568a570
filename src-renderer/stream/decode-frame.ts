import type { Size } from '../../src-shared/protocol/device'
import { decodeScale, scaledSize } from './decode-scale'

/** Owns its bytes: a view of a whole buffer. */
export type JpegBytes = Uint8Array<ArrayBuffer>

/**
 * Decodes a JPEG for a box of device pixels, no larger than needed.
 * @param frame the size its header names
 * @throws when the bytes are cut or damaged
 */
export function decodeFrame(jpeg: JpegBytes, frame: Size, box: Size): Promise<ImageBitmap> {
  const eighths = decodeScale(frame, box)
  // At full size the plain way is the faster one.
  if (eighths === 8 || typeof ImageDecoder === 'undefined') {
    return createImageBitmap(new Blob([jpeg], { type: 'image/jpeg' }))
  }
  return decodeScaled(jpeg, scaledSize(frame, eighths))
}

async function decodeScaled(jpeg: JpegBytes, size: Size): Promise<ImageBitmap> {
  const decoder = new ImageDecoder({
    type: 'image/jpeg',
    data: jpeg,
    desiredWidth: size.width,
    desiredHeight: size.height,
  })
  try {
    const { image } = await decoder.decode()
    try {
      return await createImageBitmap(image)
    } finally {
      image.close()
    }
  } finally {
    decoder.close()
  }
}
