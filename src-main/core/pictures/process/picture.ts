import { createCanvas, ImageData, loadImage, type Image } from '@napi-rs/canvas'
import type { Size } from '../../../../src-shared/protocol/device'
import { withoutExif } from '../../../../src-shared/protocol/without-exif'
import { LookFailed, type Place } from '../looks'

/** A decoded picture: four bytes a pixel, from the top left. */
export interface Picture extends Size {
  rgba: Uint8ClampedArray
}

/** Who a picture is from: a phone, or a person's folder. */
export type PictureSource = 'phone' | 'kept'

const unreadable: Record<PictureSource, string> = {
  phone: 'The phone sent a picture that can’t be read.',
  kept: 'The kept picture can’t be read.',
}

/** Loads a JPEG or PNG with its pixels as they were sent: never turned as Exif says. @throws LookFailed for anything else */
export async function loadPicture(bytes: Uint8Array, source: PictureSource = 'phone'): Promise<Image> {
  const { buffer, byteOffset, byteLength } = withoutExif(bytes)
  try {
    return await loadImage(Buffer.from(buffer, byteOffset, byteLength))
  } catch {
    // The decoder's own words, such as "Unsupported image type", are no sentence for people.
    throw new LookFailed(unreadable[source])
  }
}

/** Draws a picture on a canvas of that size. */
function drawn(image: Image, { width, height }: Size) {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.drawImage(image, 0, 0, width, height)
  return { canvas, context }
}

/** Decodes a JPEG or PNG. @param wanted its own size if left out @throws LookFailed for anything else */
export async function decodePicture(
  bytes: Uint8Array,
  { wanted, source }: { wanted?: Size; source?: PictureSource } = {},
): Promise<Picture> {
  const image = await loadPicture(bytes, source)
  const { width, height } = wanted ?? image
  const { context } = drawn(image, { width, height })
  return { width, height, rgba: context.getImageData(0, 0, width, height).data }
}

/** Encodes a JPEG or PNG as PNG. */
export async function toPng(bytes: Uint8Array): Promise<Buffer> {
  const image = await loadPicture(bytes)
  return drawn(image, image).canvas.encode('png')
}

/** Encodes a decoded picture as PNG. */
export async function pngOf({ width, height, rgba }: Picture): Promise<Buffer> {
  const canvas = createCanvas(width, height)
  canvas.getContext('2d').putImageData(new ImageData(rgba, width, height), 0, 0)
  return canvas.encode('png')
}

/** Makes a JPEG of another size. @param width in px */
export async function scaled(bytes: Uint8Array, width: number): Promise<Buffer> {
  const image = await loadPicture(bytes)
  const height = Math.max(1, Math.round((image.height * width) / image.width))
  return drawn(image, { width, height }).canvas.encode('jpeg', 70)
}

/** Cuts a part out of a picture, as PNG; less where the picture ends. */
export async function cutOut(bytes: Uint8Array, place: Place): Promise<Buffer> {
  const image = await loadPicture(bytes)
  const [left, top] = [Math.max(0, Math.round(place.left)), Math.max(0, Math.round(place.top))]
  const [width, height] = [
    Math.min(place.width, image.width - left),
    Math.min(place.height, image.height - top),
  ]
  if (width <= 0 || height <= 0) throw new Error('The place is outside of the picture.')
  const canvas = createCanvas(width, height)
  canvas.getContext('2d').drawImage(image, left, top, width, height, 0, 0, width, height)
  return canvas.encode('png')
}
