import type { Size } from '../../src-shared/protocol/device'
import type { JpegDecoder } from '../jpeg/jpeg-decoder'
import { browserBitmap, browserVideoFrame, type JpegBytes } from './decode-frame'
import type { DecodeHelpers } from './decode-helpers'
import { decodeScale } from './decode-scale'

/**
 * Makes pictures of frames.
 * @param frame the size that the JPEG's header names
 * @param size of the picture, in pixels
 * @throws when the bytes are damaged
 */
export interface FrameDecoder {
  /** @returns a picture of just that size */
  bitmap(jpeg: JpegBytes, frame: Size, size: Size): Promise<ImageBitmap>
  /** For a video track. @returns a picture of that size; of another one where the browser had to decode it */
  videoFrame(jpeg: JpegBytes, frame: Size, size: Size): Promise<VideoFrame>
}

// JFIF's own: BT.601 in full range, shown as sRGB.
const colorSpace = {
  primaries: 'bt709',
  transfer: 'iec61966-2-1',
  matrix: 'smpte170m',
  fullRange: true,
} as const

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
      if (!pixels) return browserVideoFrame(jpeg, frame, size)
      const { width: codedWidth, height: codedHeight } = size
      return new VideoFrame(pixels, { format: 'I420', codedWidth, codedHeight, timestamp: 0, colorSpace })
    },
  }
}
