import type { Size } from '../../src-shared/protocol/device'
import type { JpegDecoder } from '../jpeg/jpeg-decoder'
import { browserBitmap, type JpegBytes } from './browser-bitmap'
import type { DecodeHelpers } from './decode-helpers'
import { decodeScale } from './decode-scale'

/**
 * Makes pictures of frames, of just the size that is asked for.
 * @param frame the size that the JPEG's header names
 * @param size of the picture, in pixels
 * @throws when the bytes are damaged
 */
export interface FrameDecoder {
  bitmap(jpeg: JpegBytes, frame: Size, size: Size): Promise<ImageBitmap>
  /** For a video track. */
  videoFrame(jpeg: JpegBytes, frame: Size, size: Size): Promise<VideoFrame>
}

// JFIF's own: BT.601 in full range, shown as sRGB.
const colorSpace = {
  primaries: 'bt709',
  transfer: 'iec61966-2-1',
  matrix: 'smpte170m',
  fullRange: true,
} as const

// A video frame forgets the colour profile of what it is made of, and a canvas brings it to its own colours, as a thumbnail's does.
async function viaCanvas(jpeg: JpegBytes, frame: Size, size: Size): Promise<VideoFrame> {
  const canvas = new OffscreenCanvas(size.width, size.height)
  const bitmap = await browserBitmap(jpeg, frame, size)
  canvas.getContext('2d', { alpha: false })?.drawImage(bitmap, 0, 0)
  bitmap.close()
  return new VideoFrame(canvas, { timestamp: 0 })
}

/**
 * @param own decodes most of them; the browser takes what it leaves, or all where there is none
 * @param helpers take bitmaps off this thread while one of them is idle
 */
export function createFrameDecoder(
  own: Promise<JpegDecoder | null>,
  helpers: DecodeHelpers | null = null,
): FrameDecoder {
  return {
    async bitmap(jpeg, frame, size) {
      const helped = await helpers?.bitmap(jpeg, frame, size)
      if (helped) return helped
      const pixels = (await own)?.decode(jpeg, decodeScale(frame, size), size, 'rgba')
      if (!pixels) return browserBitmap(jpeg, frame, size)
      return createImageBitmap(new ImageData(pixels, size.width, size.height))
    },

    async videoFrame(jpeg, frame, size) {
      // A large picture is looked at closely: none of it is enlarged that the frame has.
      const pixels = (await own)?.decode(jpeg, decodeScale(frame, size, 1), size, 'i420')
      if (!pixels) return viaCanvas(jpeg, frame, size)
      const { width: codedWidth, height: codedHeight } = size
      return new VideoFrame(pixels, { format: 'I420', codedWidth, codedHeight, timestamp: 0, colorSpace })
    },
  }
}
