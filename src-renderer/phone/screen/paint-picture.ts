import type { Size } from '../../../src-shared/protocol/device'
import { bitmapAsSent } from '../stream/bitmap-as-sent'

/**
 * Paints a picture as large as it is shown: the browser's own shrinking leaves no letter readable.
 * @param most the space for it, in CSS px; it is never enlarged
 * @returns its own size, in its pixels
 * @throws DOMException for what is none
 */
export async function paintPicture(
  canvas: HTMLCanvasElement,
  picture: Uint8Array<ArrayBuffer>,
  most: Size,
): Promise<Size> {
  const whole = await bitmapAsSent(picture)
  const size = { width: whole.width, height: whole.height }
  const scale = Math.min(1, most.width / size.width, most.height / size.height)
  const width = Math.round(size.width * scale)
  const height = Math.round(size.height * scale)
  canvas.style.width = `${width}px`
  canvas.style.height = `${height}px`
  canvas.width = Math.round(Math.min(size.width, width * devicePixelRatio))
  canvas.height = Math.round(Math.min(size.height, height * devicePixelRatio))
  const shrunk = await createImageBitmap(whole, {
    resizeWidth: canvas.width,
    resizeHeight: canvas.height,
    resizeQuality: 'high',
  })
  canvas.getContext('2d')?.drawImage(shrunk, 0, 0)
  whole.close()
  shrunk.close()
  return size
}
