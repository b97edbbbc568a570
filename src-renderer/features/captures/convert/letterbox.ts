import type { Size } from '../../../../src-shared/protocol/device'

// Encoders of H.264 take 4096×2304 pixels: this leaves room for the line under the picture.
const mostSide = 3840
const mostPixels = 3840 * 2160
const leastSide = 64

/** Returns a side of a video, in pixels: an even number, as encoders need. */
const sideOf = (pixels: number) => Math.max(leastSide, 2 * Math.ceil(Math.floor(pixels) / 2))

/** Returns the size of a video that shows frames of this size, in the bounds of encoders. */
export function videoSize({ width, height }: Size): Size {
  const scale = Math.min(1, mostSide / Math.max(width, height), Math.sqrt(mostPixels / (width * height)))
  return { width: sideOf(width * scale), height: sideOf(height * scale) }
}

/** Returns where a frame stands in a video, in pixels: whole, in the middle, never enlarged. */
export function placeIn(video: Size, frame: Size): Size & { x: number; y: number } {
  const scale = Math.min(1, video.width / frame.width, video.height / frame.height)
  const width = Math.round(frame.width * scale)
  const height = Math.round(frame.height * scale)
  return {
    x: Math.floor((video.width - width) / 2),
    y: Math.floor((video.height - height) / 2),
    width,
    height,
  }
}
