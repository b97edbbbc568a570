import type { Size } from '../../../src-shared/protocol/device'

const even = (pixels: number) => pixels + (pixels % 2)

/** Returns the size of a video that shows frames of this size: encoders take even numbers of pixels only. */
export const videoSize = ({ width, height }: Size): Size => ({ width: even(width), height: even(height) })

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
