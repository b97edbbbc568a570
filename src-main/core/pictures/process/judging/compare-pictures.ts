import pixelmatch from 'pixelmatch'
import type { Likeness, Mask } from '../../looks'
import { pictureSize } from '../../picture-size'
import { decodePicture, type Picture } from '../picture'

// A JPEG's noise is below this share of the largest difference of colours.
const noise = 0.1
// A phone's status bar is lower than this share of its width.
const statusBarOfWidth = 0.16

/** Compares a frame with a kept picture, without the masked parts. @throws Error for what is no picture */
export async function comparePictures(
  frame: Uint8Array,
  kept: Uint8Array,
  masks: readonly Mask[],
): Promise<Likeness> {
  const sizes = differentSizes(frame, kept)
  if (sizes !== null) return { percentage: 0, sizes }
  const { seen, expected, compared } = await decodeBoth(frame, kept, masks)
  const { width, height } = seen
  const different = pixelmatch(seen.rgba, expected.rgba, undefined, width, height, { threshold: noise })
  return { percentage: compared === 0 ? 100 : ((compared - different) * 100) / compared, sizes: null }
}

/** Draws what differs in red over the kept picture in faint gray. @returns null when the sizes differ */
export async function differenceOf(
  frame: Uint8Array,
  kept: Uint8Array,
  masks: readonly Mask[],
): Promise<Picture | null> {
  if (differentSizes(frame, kept) !== null) return null
  const { seen, expected } = await decodeBoth(frame, kept, masks)
  const { width, height } = seen
  const rgba = new Uint8ClampedArray(width * height * 4)
  pixelmatch(expected.rgba, seen.rgba, rgba, width, height, { threshold: noise })
  return { width, height, rgba }
}

/** Compares two pictures' sizes before they are decoded. @returns null when they are the same */
function differentSizes(frame: Uint8Array, kept: Uint8Array): string | null {
  const shown = [kept, frame].map((picture) => {
    const size = pictureSize(picture)
    return size && `${size.width}×${size.height}`
  })
  return shown[0] === shown[1] ? null : `${shown[0]} expected, ${shown[1]} seen`
}

/** Decodes both, blank where they are masked. */
async function decodeBoth(frame: Uint8Array, kept: Uint8Array, masks: readonly Mask[]) {
  const [seen, expected] = await Promise.all([decodePicture(frame), decodePicture(kept, { source: 'kept' })])
  const masked = new Uint8Array(seen.width * seen.height)
  for (const mask of masks) cover(masked, seen, mask)
  blank(seen, masked)
  blank(expected, masked)
  return { seen, expected, compared: masked.reduce((count, covered) => count - covered, masked.length) }
}

function cover(masked: Uint8Array, { width, height }: Picture, mask: Mask): void {
  const box =
    mask === 'statusbar'
      ? { left: 0, top: 0, right: width, bottom: Math.round(width * statusBarOfWidth) }
      : {
          left: Math.floor((mask.left * width) / 100),
          top: Math.floor((mask.top * height) / 100),
          right: Math.ceil(((mask.left + mask.width) * width) / 100),
          bottom: Math.ceil(((mask.top + mask.height) * height) / 100),
        }
  for (let y = Math.max(0, box.top); y < Math.min(height, box.bottom); y += 1)
    masked.fill(1, y * width + Math.max(0, box.left), y * width + Math.min(width, box.right))
}

function blank({ rgba }: Picture, masked: Uint8Array): void {
  for (const [at, covered] of masked.entries()) if (covered) rgba.fill(0, at * 4, at * 4 + 4)
}
