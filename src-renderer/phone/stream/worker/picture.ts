import type { Size } from '../../../../src-shared/protocol/device'
import type { JpegBytes } from './browser-bitmap'
import type { FrameDecoder } from './frame-decoder'

/** A decoded frame for one element. It holds memory until exactly one of the two is called. */
export interface Picture {
  paint(): void
  close(): void
}

/**
 * Decodes a frame for one element of the page. Rejects when the bytes are damaged.
 * @param frame the size in the JPEG's header
 * @param size of the picture, in device px
 */
export type Decode = (jpeg: JpegBytes, frame: Size, size: Size) => Promise<Picture>

/** Decodes for a canvas, which takes whole bitmaps. */
export function decodeForCanvas(canvas: OffscreenCanvas, decoder: FrameDecoder): Decode {
  const context = canvas.getContext('bitmaprenderer', { alpha: false })
  return async (jpeg, frame, size) => {
    const bitmap = await decoder.bitmap(jpeg, frame, size)
    return {
      paint() {
        // Not every Chromium resizes the canvas to the bitmap, which then fills a corner of the last one.
        if (canvas.width !== bitmap.width) canvas.width = bitmap.width
        if (canvas.height !== bitmap.height) canvas.height = bitmap.height
        context?.transferFromImageBitmap(bitmap)
        bitmap.close()
      },
      close: () => bitmap.close(),
    }
  }
}

/** Decodes for a video element: a large picture reaches the compositor in YUV, cheaper than a bitmap (decision 0018). */
export function decodeForTrack(track: WritableStream<VideoFrame>, decoder: FrameDecoder): Decode {
  const writer = track.getWriter()
  return async (jpeg, frame, size) => {
    const image = await decoder.videoFrame(jpeg, frame, size)
    return {
      // The track closes a frame that it takes; a track that has ended takes none.
      paint: () => void writer.write(image).catch(() => image.close()),
      close: () => image.close(),
    }
  }
}
