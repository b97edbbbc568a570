import type { Size } from '../../../../src-shared/protocol/device'
import type { JpegDecoder } from '../../../jpeg/jpeg-decoder'
import { decodeScale } from '../decode-scale'
import { browserBitmap, type JpegBytes } from './browser-bitmap'

/**
 * Decodes frames to pictures of exactly the size asked for. Both reject when the bytes are damaged.
 * `frame` is the size in the JPEG's header, `size` the picture's, in pixels.
 */
export interface FrameDecoder {
  bitmap(jpeg: JpegBytes, frame: Size, size: Size): Promise<ImageBitmap>
  /** For a video track. */
  videoFrame(jpeg: JpegBytes, frame: Size, size: Size): Promise<VideoFrame>
}

// JFIF: BT.601 in full range, shown as sRGB.
const colorSpace = {
  primaries: 'bt709',
  transfer: 'iec61966-2-1',
  matrix: 'smpte170m',
  fullRange: true,
} as const

// A canvas applies the colour profile, which a video frame of the bitmap itself would lose.
async function viaCanvas(jpeg: JpegBytes, frame: Size, size: Size): Promise<VideoFrame> {
  const canvas = new OffscreenCanvas(size.width, size.height)
  const bitmap = await browserBitmap(jpeg, frame, size)
  canvas.getContext('2d', { alpha: false })?.drawImage(bitmap, 0, 0)
  bitmap.close()
  return new VideoFrame(canvas, { timestamp: 0 })
}

/**
 * @param own decodes most frames; the browser takes the rest, or all where it is null
 */
export function createFrameDecoder(own: Promise<JpegDecoder | null>): FrameDecoder {
  return {
    async bitmap(jpeg, frame, size) {
      const pixels = (await own)?.decode(jpeg, decodeScale(frame, size), size, 'rgba')
      if (!pixels) return browserBitmap(jpeg, frame, size)
      return createImageBitmap(new ImageData(pixels, size.width, size.height))
    },

    async videoFrame(jpeg, frame, size) {
      // Nothing is enlarged in a large picture: people look at it closely.
      const pixels = (await own)?.decode(jpeg, decodeScale(frame, size, 1), size, 'i420')
      if (!pixels) return viaCanvas(jpeg, frame, size)
      const { width: codedWidth, height: codedHeight } = size
      return new VideoFrame(pixels, { format: 'I420', codedWidth, codedHeight, timestamp: 0, colorSpace })
    },
  }
}
