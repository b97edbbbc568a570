import type { Size } from '../../../../src-shared/protocol/device'

/** A decoded picture: four bytes a pixel, from the top left. */
export interface Picture extends Size {
  rgba: Uint8ClampedArray
}

const mostPixels = 40_000_000
/** Reads the system's fonts as it loads, which takes 0.1 s: not before a picture is there. */
const canvases = () => import('@napi-rs/canvas')

/** Decodes a JPEG or PNG. @throws Error for anything else, and for one of more than 40 million pixels */
export async function decodePicture(bytes: Buffer, wanted?: Size): Promise<Picture> {
  const { createCanvas, loadImage } = await canvases()
  const image = await loadImage(bytes)
  if (image.width * image.height > mostPixels) throw new Error('The picture is too large.')
  const { width, height } = wanted ?? image
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.drawImage(image, 0, 0, width, height)
  return { width, height, rgba: context.getImageData(0, 0, width, height).data }
}

/** Encodes a JPEG or PNG as PNG. */
export async function toPng(bytes: Buffer): Promise<Buffer> {
  const { createCanvas, loadImage } = await canvases()
  const image = await loadImage(bytes)
  const canvas = createCanvas(image.width, image.height)
  canvas.getContext('2d').drawImage(image, 0, 0)
  return canvas.encode('png')
}

/** Encodes a decoded picture as PNG. */
export async function pngOf({ width, height, rgba }: Picture): Promise<Buffer> {
  const { createCanvas, ImageData } = await canvases()
  const canvas = createCanvas(width, height)
  canvas.getContext('2d').putImageData(new ImageData(rgba, width, height), 0, 0)
  return canvas.encode('png')
}

/** Makes a small JPEG of a picture. @param width in pixels */
export async function thumbnail(bytes: Buffer, width: number): Promise<Buffer> {
  const { createCanvas, loadImage } = await canvases()
  const image = await loadImage(bytes)
  const height = Math.max(1, Math.round((image.height * width) / image.width))
  const canvas = createCanvas(width, height)
  canvas.getContext('2d').drawImage(image, 0, 0, width, height)
  return canvas.encode('jpeg', 70)
}

/**
 * Cuts a square out of a picture, as PNG; less where the picture ends.
 * @param x @param y its middle, in px
 * @param side in px
 */
export async function cutOut(bytes: Buffer, x: number, y: number, side: number): Promise<Buffer> {
  const { createCanvas, loadImage } = await canvases()
  const image = await loadImage(bytes)
  const [left, top] = [Math.max(0, Math.round(x - side / 2)), Math.max(0, Math.round(y - side / 2))]
  const [width, height] = [Math.min(side, image.width - left), Math.min(side, image.height - top)]
  if (width <= 0 || height <= 0) throw new Error('The place is outside of the picture.')
  const canvas = createCanvas(width, height)
  canvas.getContext('2d').drawImage(image, left, top, width, height, 0, 0, width, height)
  return canvas.encode('png')
}
